import names from './names.json' with { type: 'json' }

export interface Position {
  latitude: number
  longitude: number
}

const milesPerDegree = 69.1

/** As if the earth were flat between the two. */
export function milesBetween(a: Position, b: Position): number {
  const narrowing = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180)
  // The Aleutians are on both sides of the antimeridian.
  const apart = Math.abs(a.longitude - b.longitude)
  return milesPerDegree * Math.hypot(a.latitude - b.latitude, Math.min(apart, 360 - apart) * narrowing)
}

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

/** Names of bases are written in full, shortened or spelled out (A F B); the short form is compared. */
const bases: readonly (readonly [string, string])[] = [
  ['airforcebase', 'afb'],
  ['airreservebase', 'arb'],
  ['jointbasesanantonio', 'jbsa'],
  ['navalairstation', 'nas'],
]

/** Everything typed for an apostrophe. */
const apostrophes = /['`´ʹʻʼʽʾʿˈ\u055a\u05f3\u1fbd\u1fbf‘’‛′\ua78b\ua78c＇]/gu

/** Letters and digits alone, with short forms expanded. Case, accents, punctuation and spaces do not matter. */
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

export const stateNames: ReadonlyMap<string, string> = new Map(Object.entries(names.states))

/** With a country code of their own (ISO 3166), under which some rows are filed. */
export const territories: ReadonlySet<string> = new Set('PR VI GU AS MP FM MH PW'.split(' '))

/** Military addresses have no place on the map. */
export const militaryStates: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])
