/** How a text control looks. */
export const controlClasses =
  'min-h-10 w-full rounded-control border border-border-strong bg-surface px-3 py-1.5 text-text placeholder:text-subtle aria-invalid:border-danger disabled:opacity-60 md:min-h-9'
