/** What lies over the page behind a dialog. */
export const overlayClasses = 'fixed inset-0 z-40 animate-appear bg-code/60'
