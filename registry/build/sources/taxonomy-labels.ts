import type { CsvRow } from '../csv/csv-row.ts'
import { taxonomyLabelsMax } from '../limits.ts'

/**
 * Collects the labels of NUCC's taxonomy table, which an operator loads under a licence of their own: the display name, and
 * in tables of before it had one, the specialization with its classification.
 */
export function labelCollector(
  header: readonly string[],
  labels: Map<string, string>,
): (row: CsvRow) => { rule: string; got: string } | undefined {
  const code = header.indexOf('Code')
  const displayName = header.indexOf('Display Name')
  const classification = header.indexOf('Classification')
  const specialization = header.indexOf('Specialization')
  return (row) => {
    const key = row.text(code)
    if (!/^[0-9A-Z]{10}$/.test(key)) return { rule: 'Code: expected 10 digits and letters', got: JSON.stringify(key) }
    const parts = [row.text(classification), row.text(specialization)].map((part) => part.trim())
    const plain = displayName === -1 ? '' : row.text(displayName).trim()
    const label = plain || parts.filter((part) => part !== '').join(', ')
    if (label === '') return { rule: 'Display Name: expected a label', got: 'nothing' }
    labels.set(key, label)
    return labels.size > taxonomyLabelsMax
      ? { rule: `expected at most ${taxonomyLabelsMax} codes`, got: 'more' }
      : undefined
  }
}
