import type { IndividualFull } from '#contract/providers'
import type { PackedFields } from '../staging/packed-fields.ts'
import { endpoint, main } from './columns.ts'
import { filled } from './names.ts'

type Identifier = IndividualFull['identifiers'][number]
type Endpoint = IndividualFull['endpoints'][number]

/** The numbers other bodies know a provider by. */
export function identifiersOf(fields: PackedFields): Identifier[] {
  const identifiers: Identifier[] = []
  for (const columns of main.identifiers) {
    const value = fields.text(columns.value)
    if (value === '') continue
    const details = filled({ state: fields.text(columns.state), issuer: fields.text(columns.issuer) })
    identifiers.push({ value, kind: identifierKind(fields.text(columns.kind)), ...details })
  }
  return identifiers
}

/** Type codes of other identifiers, from CMS's "NPPES Data Dissemination - Code Values". */
function identifierKind(code: string): string {
  switch (code) {
    case '02':
      return 'Medicare UPIN'
    case '04':
      return 'Medicare ID'
    case '05':
      return 'Medicaid'
    case '06':
      return 'Medicare OSCAR/certification'
    case '07':
      return 'Medicare NSC'
    case '08':
      return 'Medicare PIN'
    default:
      return 'Other'
  }
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
