import type { IndividualFull } from '#contract/providers'
import { labelOf } from '#registry/read/specialties'
import type { PackedFields } from '../staging/packed-fields.ts'
import { main } from './columns.ts'
import { filled } from './names.ts'

type Taxonomy = IndividualFull['taxonomies'][number]

/**
 * The taxonomy groups of a row, the primary one first: the first whose switch says Y, and where none does, the first.
 * `labels` are the operator's, by code.
 */
export function taxonomiesOf(fields: PackedFields, labels: ReadonlyMap<string, string>): Taxonomy[] {
  const taxonomies: Taxonomy[] = []
  let primary = -1
  for (const columns of main.taxonomies) {
    const code = fields.text(columns.code)
    if (code === '') continue
    if (primary === -1 && fields.text(columns.isPrimary) === 'Y') primary = taxonomies.length
    taxonomies.push({
      code,
      label: labelOf(code, labels),
      isPrimary: false,
      ...filled({
        licenseNumber: fields.text(columns.licenseNumber),
        licenseState: fields.text(columns.licenseState),
        group: fields.text(columns.group),
      }),
    })
  }
  const [first] = taxonomies.splice(Math.max(primary, 0), 1)
  return first === undefined ? [] : [{ ...first, isPrimary: true }, ...taxonomies]
}
