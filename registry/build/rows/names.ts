import type { IndividualFull, OrganizationFull } from '#contract/providers'
import type { PackedFields } from '../staging/packed-fields.ts'
import { main } from './columns.ts'
import { inCase } from './letter-case.ts'

type NameParts = IndividualFull['nameParts']
type OtherName = IndividualFull['otherNames'][number]

/** The parts of a person's legal name; those the row lacks are absent. */
export function namePartsOf(fields: PackedFields): NameParts {
  const parts = {
    prefix: inCase(fields.text(main.prefix), 'family'),
    first: inCase(fields.text(main.first), 'given'),
    middle: inCase(fields.text(main.middle), 'given'),
    suffix: inCase(fields.text(main.suffix), 'family'),
    credential: fields.text(main.credential),
  }
  return { ...filled(parts), last: inCase(fields.text(main.last), 'family') }
}

/** First, middle, last, suffix ("Jr", "III"); no prefix and no credential. */
export function fullName(parts: Partial<NameParts> & { last: string }): string {
  const suffix = parts.suffix?.replaceAll('.', '')
  return [parts.first, parts.middle, parts.last, suffix].filter((part) => part !== undefined && part !== '').join(' ')
}

/** The other name a person has in the main file: a former, professional or other one. */
export function otherNameOfPerson(fields: PackedFields): OtherName[] {
  const last = inCase(fields.text(main.otherLast), 'family')
  if (last === '') return []
  const name = fullName({
    first: inCase(fields.text(main.otherFirst), 'given'),
    middle: inCase(fields.text(main.otherMiddle), 'given'),
    last,
    suffix: inCase(fields.text(main.otherSuffix), 'family'),
  })
  return [{ name, kind: otherNameKind(fields.text(main.otherKind)) }]
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

/** The person who answers for an organization; null where the row names nobody. */
export function authorizedOfficialOf(
  fields: PackedFields,
  phoneOf: (text: string) => string | null,
): OrganizationFull['authorizedOfficial'] {
  const { official } = main
  const last = inCase(fields.text(official.last), 'family')
  if (last === '') return null
  const name = fullName({
    first: inCase(fields.text(official.first), 'given'),
    middle: inCase(fields.text(official.middle), 'given'),
    last,
    suffix: inCase(fields.text(official.suffix), 'family'),
  })
  const title = inCase(fields.text(official.title), 'organization')
  return { name, title: title === '' ? null : title, phone: phoneOf(fields.text(official.phone)) }
}

/** The members that are not empty. */
export function filled<K extends string>(members: Record<K, string>): { [P in K]?: string } {
  const result: { [P in K]?: string } = {}
  for (const key in members) {
    if (members[key] !== '') result[key] = members[key]
  }
  return result
}
