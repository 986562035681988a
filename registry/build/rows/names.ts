import type { IndividualFull } from '#contract/providers'
import type { PackedFields } from '../staging/packed-fields.ts'
import { main } from './columns.ts'
import { inCase } from './letter-case.ts'

export type OtherName = IndividualFull['otherNames'][number]

/** The columns of a name in parts. */
export interface NameColumns {
  first: number
  middle: number
  last: number
  suffix: number
}

/**
 * A person's name the way it is read: first, middle, last, suffix ("Jr", "III"), the last without dots; no prefix and no credential.
 */
export const fullNameParts = [
  { part: 'first', style: 'given', hasDots: true },
  { part: 'middle', style: 'given', hasDots: true },
  { part: 'last', style: 'family', hasDots: true },
  { part: 'suffix', style: 'family', hasDots: false },
] as const

function fullName(fields: PackedFields, columns: NameColumns): string {
  const parts = fullNameParts.map(({ part, style, hasDots }) => {
    const text = inCase(fields.text(columns[part]), style)
    return hasDots ? text : text.replaceAll('.', '')
  })
  return parts.filter((part) => part !== '').join(' ')
}

/** The other name a person has in the main file: a former, professional or other one. */
export function otherNameOfPerson(fields: PackedFields): OtherName[] {
  if (fields.text(main.other.last) === '') return []
  return [{ name: fullName(fields, main.other), kind: otherNameKind(fields.text(main.other.kind)) }]
}

/** The other name an organization has in the main file; since 2025 the other name file has them all instead. */
export function otherNameOfOrganization(fields: PackedFields): OtherName[] {
  return otherName(fields.text(main.otherOrganizationName), fields.text(main.otherOrganizationKind))
}

/** One further name with its kind in words, or nothing where the field is empty. */
export function otherName(name: string, kind: string): OtherName[] {
  return name === '' ? [] : [{ name: inCase(name, 'organization'), kind: otherNameKind(kind) }]
}

/** Type codes of other names, from CMS's "NPPES Data Dissemination - Code Values". */
function otherNameKind(code: string): string {
  switch (code) {
    case '1':
      return 'former name'
    case '2':
      return 'professional name'
    case '3':
      return 'doing business as'
    case '4':
      return 'former legal name'
    default:
      return 'other name'
  }
}

/** The members that are not empty. */
export function filled<K extends string>(members: Record<K, string>): { [P in K]?: string } {
  const result: { [P in K]?: string } = {}
  for (const key in members) {
    if (members[key] !== '') result[key] = members[key]
  }
  return result
}
