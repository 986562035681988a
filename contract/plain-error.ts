/** An error whose sentence needs no details. */
export function plain(status: number, sentence: string) {
  return { status, sentence: () => sentence }
}
