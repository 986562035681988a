/**
 * Which members of a provider differ by what was filed. Our own words, positions and spelling are left out, so that a
 * new rule of ours changes nothing: labels and descriptions, letter case, punctuation, the order of lists.
 */
import type { Members } from './changes.ts'

/** Worked out from others at any depth, or given by us. */
const ours = new Set([
  'id',
  'npi',
  'coords',
  'label',
  'kindDescription',
  'use',
  'contentType',
  'specialties',
  'facilityType',
  'credentials',
  'gender',
  'organizationIds',
  'reviews',
  'rating',
  'distanceMiles',
])

/** Those that differ in any way and are kept for going back: of lists that others make, nothing. */
const notKept = new Set(['id', 'npi', 'organizationIds', 'reviews', 'rating', 'distanceMiles'])

/** The date of the filing itself: alone it says nothing. */
export const filingDate = 'updatedOn'

/** Names of the members that were filed otherwise, and what of each side differs; undefined where nothing was filed. */
export function differenceOf(
  before: Members,
  after: Members,
): { before: Members; after: Members; filed: string[] } | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !notKept.has(name))
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const filed = differing.filter((name) => filedText(name, before) !== filedText(name, after))
  if (filed.length === 0) return undefined
  const partOf = (members: Members) =>
    Object.fromEntries(differing.flatMap((name) => (name in members ? [[name, members[name]]] : [])))
  return { before: partOf(before), after: partOf(after), filed }
}

/** Puts back what a change replaced. */
export function undone(record: Members, { before, after }: { before: Members; after: Members }): Members {
  const kept = Object.entries(record).filter(([name]) => !(name in after) || name in before)
  return withFirstLocation({ ...Object.fromEntries(kept), ...before })
}

/** The first of several practice locations is the provider's own address and numbers. */
function withFirstLocation(record: Members): Members {
  const { locations, address, phone, phoneExtension, fax } = record
  if (!Array.isArray(locations)) return record
  const first = { phone, ...(phoneExtension !== undefined && { phoneExtension }), fax, address }
  return { ...record, locations: [first, ...locations.slice(1)] }
}

function filedText(name: string, members: Members): string {
  // The full name is made of its parts, where there are any.
  if (ours.has(name) || (name === 'name' && 'nameParts' in members)) return ''
  const value = members[name]
  if (name !== 'locations') return plainText(value)
  return plainText(Array.isArray(value) ? value.slice(1) : [])
}

/** Absent, null and empty are the same: nothing was filed. */
function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(plainText).sort().join(';')
  if (typeof value !== 'object') return plain(String(value))
  return Object.entries(value)
    .filter(([name]) => !ours.has(name) && !(name === 'name' && 'nameParts' in value))
    .map(([name, member]) => [name, plainText(member)])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}:${text}`)
    .sort()
    .join(',')
}

/** A number of the North American plan is written with its country in front, or not. */
function plain(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return /^1\d{10}$/.test(folded) ? folded.slice(1) : folded
}
