/** Names as they are compared: the list has them in capitals, without accents, and with or without hyphens and blanks. */

const suffix = /[\s,]+(JR|SR|II|III|IV)\.?$/

/** The letters of a name alone, in capitals, without accents and without what tells father from son. */
export function foldedName(name: string): string {
  const capitals = name.normalize('NFKD').toUpperCase().trim()
  return capitals.replace(suffix, '').replace(/[^A-Z]/g, '')
}
