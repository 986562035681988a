/** Where it is known which attestations were revoked: status lists (Token Status List), one bit an entry. */
export function statusListUrl(publicUrl: string, listNumber: number): string {
  return `${publicUrl}/shares/status/${listNumber}`
}
