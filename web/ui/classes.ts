/** Joins class lists; what is left out or false is passed over. */
export function classes(...lists: (string | false | undefined)[]): string {
  return lists.filter((list) => list !== false && list !== undefined && list !== '').join(' ')
}
