/** Writes down what a nightly test has measured: `reports/reliability/<id>.json`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

export interface Report {
  /** As the name of a file. */
  id: string
  /** What its chance began with; null where chance has no part or cannot be repeated. */
  seed: number | null
  trials: number
  result: unknown
  seconds: number
}

const root = new URL('../../', import.meta.url)

/** Writes it in place of the one before. */
export function writeReport(report: Report): void {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')))
  const folder = new URL('reports/reliability/', root)
  mkdirSync(folder, { recursive: true })
  const written = { ...report, versions: { product: version, node: process.versions.node } }
  writeFileSync(new URL(`${report.id}.json`, folder), `${JSON.stringify(written, null, 2)}\n`)
}
