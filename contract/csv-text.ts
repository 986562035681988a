/** CSV (RFC 4180) for spreadsheets: a cell that one would take for a formula begins with an apostrophe (OWASP). */
export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

export function cellText(text: string): string {
  const inert = /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
