import type { PackedFields } from '../stage/packed-fields.ts'
import type { main } from './columns.ts'

/** Kinds of other identifiers by their codes, from CMS's "NPPES Data Dissemination - Code Values". */
export const identifierKinds: ReadonlyMap<string, string> = new Map([
  ['01', 'Other'],
  ['02', 'Medicare UPIN'],
  ['04', 'Medicare ID'],
  ['05', 'Medicaid'],
  ['06', 'Medicare OSCAR/certification'],
  ['07', 'Medicare NSC'],
  ['08', 'Medicare PIN'],
])

/** The kind of every other code, and of none. */
export const noIdentifierKind = 'Other'

const certificationKind = '06'
const otherKind = '01'
const certificationLength = 6

/**
 * Whether an identifier says that it is a Medicare certification number (CCN): by its code, or since CMS has taken that code
 * away by naming OSCAR, the system that issued them, as the issuer. Numbers that only look like one are not taken for one.
 */
export function isMedicareNumber(
  fields: PackedFields,
  { value, kind, issuer }: (typeof main.identifiers)[number],
): boolean {
  if (fields.end(value) - fields.start(value) !== certificationLength) return false
  const code = fields.text(kind)
  return code === certificationKind || (code === otherKind && /^MEDICARE OSCAR\b/i.test(fields.text(issuer)))
}
