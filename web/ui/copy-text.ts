/** Throws an Error where the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('The clipboard is there over https and on this machine only')
  await navigator.clipboard.writeText(text)
}
