/** What lies over the page behind a dialog, and over a dialog behind the question that it asks: what came last lies on top. */
export const overlayClasses = 'fixed inset-0 z-50 animate-appear bg-code/60'
