import type { IndividualFull } from '#contract/providers'
import type { PackedFields } from '../staging/packed-fields.ts'
import { endpoint } from './columns.ts'
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
