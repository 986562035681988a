/** How the small actions within an entry of a list look, buttons and links alike. */
export const rowActionClasses =
  'inline-flex min-h-8 items-center gap-1 rounded-control px-2 text-sm font-semibold text-brand hover:bg-brand-soft hover:text-on-brand-soft disabled:cursor-not-allowed disabled:opacity-60'
