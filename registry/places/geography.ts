/** Positions on the map, and about how far apart they are. */
import names from './names.json' with { type: 'json' }

export interface Position {
  /** Degrees north. */
  latitude: number
  /** Degrees east. */
  longitude: number
}

const milesPerDegree = 69.1

/** Close enough to tell near from far: the earth as flat between the two positions. */
export function milesBetween(a: Position, b: Position): number {
  const narrowing = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180)
  // The Aleutian Islands lie on both sides of the antimeridian.
  const apart = Math.abs(a.longitude - b.longitude)
  return milesPerDegree * Math.hypot(a.latitude - b.latitude, Math.min(apart, 360 - apart) * narrowing)
}

/** Names of cities in the form in which they are compared. */

/** Short forms and what they stand for. */
const shortWords: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
  ['mtn', 'mountain'],
  ['n', 'north'],
  ['no', 'north'],
  ['s', 'south'],
  ['so', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['ne', 'northeast'],
  ['nw', 'northwest'],
  ['se', 'southeast'],
  ['sw', 'southwest'],
  ['bch', 'beach'],
  ['ctr', 'center'],
  ['fls', 'falls'],
  ['hgts', 'heights'],
  ['hts', 'heights'],
  ['is', 'island'],
  ['jct', 'junction'],
  ['lk', 'lake'],
  ['pk', 'park'],
  ['pt', 'point'],
  ['spgs', 'springs'],
  ['twp', 'township'],
  ['vlg', 'village'],
  ['vly', 'valley'],
])

/** Names of bases are written out, shortened or spelled letter by letter (A F B): these are compared by their short form. */
const bases: readonly (readonly [string, string])[] = [
  ['airforcebase', 'afb'],
  ['airreservebase', 'arb'],
  ['jointbasesanantonio', 'jbsa'],
  ['navalairstation', 'nas'],
]

/** Everything that is typed for an apostrophe, or stands for one in another alphabet. */
const apostrophes = /['`´ʹʻʼʽʾʿˈ\u055a\u05f3\u1fbd\u1fbf‘’‛′\ua78b\ua78c＇]/gu

/** Letters and digits of a name alone, its short words written out. Case, accents, punctuation and spaces do not matter. */
export function cityKey(name: string): string {
  const key = name
    .replace(apostrophes, "'")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9']+/)
    .map((word) => shortWords.get(word) ?? word.replaceAll("'", ''))
    .join('')
  return bases.reduce((short, [long, base]) => short.replace(long, base), key)
}

/** Every state and territory that can be placed, with its name. */
export const stateNames: ReadonlyMap<string, string> = new Map(Object.entries(names.states))

/** Those among them that have a country code of their own (ISO 3166), under which some rows are filed. */
export const territories: ReadonlySet<string> = new Set('PR VI GU AS MP FM MH PW'.split(' '))

/** The states of military addresses, which have no place on the map. */
export const militaryStates: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])
