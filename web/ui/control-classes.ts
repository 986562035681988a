/** How controls look. */

const ground =
  'w-full rounded-control border border-border-strong bg-surface text-text placeholder:text-subtle aria-invalid:border-danger disabled:opacity-60'

/** A text control of one line. */
export const controlClasses = `${ground} min-h-10 px-3 py-1.5 md:min-h-9`

/** A list to choose from; the browser draws the arrow. */
export const selectClasses = `${ground} min-h-10 px-2 py-1.5 md:min-h-9`

/** A text control of many lines. */
export const textAreaClasses = `${ground} min-h-32 px-3 py-2`
