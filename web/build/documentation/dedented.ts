/** Markdown that stands indented by four in a program. */
export function dedented(text: string): string {
  return `${text.replace(/^ {4}/gm, '').trim()}\n`
}
