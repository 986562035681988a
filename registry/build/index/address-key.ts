/** When two practice addresses, or two phone numbers, are taken for the same. */
import type { PracticeAddress } from '#contract/providers'

export type StreetAddress = Pick<PracticeAddress, 'firstLine' | 'secondLine' | 'postalCode'>

/** Words that are written in several ways, in the one they are compared in. A suite's own word says nothing: its number does. */
const shortForms: Readonly<Record<string, string>> = {
  ALLEY: 'ALY',
  AV: 'AVE',
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  BUILDING: 'BLDG',
  CENTER: 'CTR',
  CENTRE: 'CTR',
  CIRCLE: 'CIR',
  COURT: 'CT',
  CROSSING: 'XING',
  DEPARTMENT: 'DEPT',
  DRIVE: 'DR',
  EAST: 'E',
  EXPRESSWAY: 'EXPY',
  FLOOR: 'FL',
  FORT: 'FT',
  FREEWAY: 'FWY',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  HOSPITAL: 'HOSP',
  JUNCTION: 'JCT',
  LANE: 'LN',
  MEDICAL: 'MED',
  MOUNT: 'MT',
  NORTH: 'N',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  PLAZA: 'PLZ',
  POINT: 'PT',
  ROAD: 'RD',
  ROUTE: 'RTE',
  SAINT: 'ST',
  SOUTH: 'S',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  SQUARE: 'SQ',
  STREET: 'ST',
  STR: 'ST',
  TERRACE: 'TER',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  WEST: 'W',
}
const suiteWords = new Set(['SUITE', 'STE', 'UNIT', 'ROOM', 'RM', 'OFFICE', 'OFC', 'NO', 'NUMBER', 'APT', 'APARTMENT'])

/** The words that are written otherwise in a key, or not at all. */
export const keyWords: readonly string[] = [...Object.keys(shortForms), ...suiteWords]

/**
 * A text that is equal for the same address however it was written: case, punctuation, Street or St, Suite 5 or Ste 5 or # 5,
 * one line or two. Only the first five digits of the ZIP code count. Undefined when there is no street line to compare.
 */
export function addressKey(address: StreetAddress): string | undefined {
  const line = `${address.firstLine} ${address.secondLine ?? ''}`.toUpperCase().replace(/['’.]/g, '')
  const words = (line.match(/[\p{L}\p{N}]+/gu) ?? []).map(keyWordOf).filter((word) => word !== '')
  if (words.length === 0) return undefined
  return `${words.join(' ')}|${address.postalCode.slice(0, 5).toUpperCase()}`
}

/** What a word in capitals is in a key; empty for one that says nothing. */
export function keyWordOf(word: string): string {
  return suiteWords.has(word) ? '' : (shortForms[word] ?? word)
}

/** Some bytes as a whole number of 53 bits, never 0: among millions of texts two different ones hardly ever share it. */
export function hashOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = start; at < end; at++) {
    high = Math.imul(high ^ bytes[at], 0x01000193)
    low = Math.imul(low ^ bytes[at], 0x5bd1e995)
    low ^= low >>> 15
  }
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 13), 0x27d4eb2f)
  high ^= low >>> 16
  return (high >>> 0) * 2 ** 21 + (low >>> 11) + 1
}
