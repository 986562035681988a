/** Numbers as the tables write them: three digits that count, and a dash where there is none. */

export function numberText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value >= 100) return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 0 })
  return String(Number(value.toPrecision(3)))
}

export function millisText(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return '–'
  return ms < 1 ? `${numberText(ms * 1000)} µs` : `${numberText(ms)} ms`
}

export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return '–'
  return bytes < 1e9 ? `${numberText(bytes / 1e6)} MB` : `${numberText(bytes / 1e9)} GB`
}

export function percentText(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** A table in Markdown; all columns but the first stand to the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_head, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
