export function classes(...lists: (string | false | undefined)[]): string {
  return lists.filter((list) => list !== false && list !== undefined && list !== '').join(' ')
}

export const controlGround =
  'w-full rounded-control border border-border-strong bg-surface text-text placeholder:text-subtle aria-invalid:border-danger disabled:opacity-60'

const fileButton =
  'file:mr-3 file:rounded-badge file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:font-semibold file:text-text'

export const controlClasses = `${controlGround} ${fileButton} min-h-10 px-3 py-1.5 md:min-h-9`
