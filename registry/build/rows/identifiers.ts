import type { IndividualFull } from '#contract/providers'
import type { PackedFields } from '../staging/packed-fields.ts'
import { endpoint, type main } from './columns.ts'
import { filled } from './names.ts'

export type Endpoint = IndividualFull['endpoints'][number]

/** Kinds of other identifiers by their codes, from CMS's "NPPES Data Dissemination - Code Values". */
export const identifierKinds: ReadonlyMap<string, string> = new Map([
  ['02', 'Medicare UPIN'],
  ['04', 'Medicare ID'],
  ['05', 'Medicaid'],
  ['06', 'Medicare OSCAR/certification'],
  ['07', 'Medicare NSC'],
  ['08', 'Medicare PIN'],
])

/** The kind of every other code. */
export const otherIdentifierKind = 'Other'

const certificationKind = '06'
const otherKind = '01'
const certificationLength = 6

/**
 * Whether an identifier says that it is a Medicare certification number (CCN): by its code, or since CMS has taken that code
 * away by naming OSCAR, the system that issued them, as the issuer. Numbers that only look like one are not taken for one.
 */
export function isMedicareNumber(
  fields: PackedFields,
  { value, issuer }: (typeof main.identifiers)[number],
  kind: string,
): boolean {
  if (kind !== certificationKind && kind !== otherKind) return false
  if (fields.end(value) - fields.start(value) !== certificationLength) return false
  return kind === certificationKind || /^MEDICARE OSCAR\b/i.test(fields.text(issuer))
}

/** An electronic address from a row of the endpoint file. */
export function endpointOf(fields: PackedFields): Endpoint {
  return {
    kind: fields.text(endpoint.kind),
    value: fields.text(endpoint.value),
    ...filled({
      description: fields.text(endpoint.description),
      use: fields.text(endpoint.otherUse) || fields.text(endpoint.use),
      contentType: fields.text(endpoint.otherContentType) || fields.text(endpoint.contentType),
      affiliation: fields.text(endpoint.affiliation),
    }),
  }
}
