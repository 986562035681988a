export function classes(...lists: (string | false | undefined)[]): string {
  return lists.filter((list) => list !== false && list !== undefined && list !== '').join(' ')
}
