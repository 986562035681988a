import { shown } from '../build-error.ts'
import { taxonomyLabelsMax } from '../limits.ts'
import type { CsvRow } from './csv-row.ts'

/** What one table says of each code, and what reads a row into it: it answers with why a row is refused. */
export interface LabelCollector {
  readonly labels: ReadonlyMap<string, string>
  /** As registry/vocabulary/specialties.ts reads them. */
  readonly descriptions: ReadonlyMap<string, string>
  row(row: CsvRow): { rule: string; got: string } | undefined
}

/**
 * Collects the labels of NUCC's taxonomy table, which an operator loads under a licence of their own: the display name, and
 * in tables of before it had one, the specialization with its classification. `others` are the labels of the tables before,
 * which count towards the limit; they stay as they are, since a table may yet be refused as a whole.
 */
export function labelCollector(header: readonly string[], others: ReadonlyMap<string, string>): LabelCollector {
  const code = header.indexOf('Code')
  const displayName = header.indexOf('Display Name')
  const grouping = header.indexOf('Grouping')
  const classification = header.indexOf('Classification')
  const specialization = header.indexOf('Specialization')
  const labels = new Map<string, string>()
  const descriptions = new Map<string, string>()
  let room = taxonomyLabelsMax - others.size
  return {
    labels,
    descriptions,
    row(row) {
      const key = row.text(code)
      if (!/^[0-9A-Z]{10}$/.test(key)) return { rule: 'Code: expected 10 digits and letters', got: shown(key) }
      const parts = [row.text(classification), row.text(specialization)].map((part) => part.trim())
      const plain = displayName === -1 ? '' : row.text(displayName).trim()
      const described = parts.filter((part) => part !== '').join(', ')
      const label = plain || described
      if (label === '') return { rule: 'Display Name: expected a label', got: 'nothing' }
      const isNew = !labels.has(key) && !others.has(key)
      if (isNew && room === 0) return { rule: `expected at most ${taxonomyLabelsMax} codes`, got: 'more' }
      if (isNew) room--
      labels.set(key, label)
      if (described !== '') descriptions.set(key, `${row.text(grouping).trim()}/${described}`)
      return undefined
    },
  }
}
