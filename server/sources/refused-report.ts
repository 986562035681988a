/** Reports of refused rows: `DATA_DIR/sources/refused/TIME-LIST.ndjson`, a row a line, without its fields. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusalsReportedMax, reportsKept } from './limits.ts'
import type { Refused } from './load-list.ts'

/** Answers the path of the report. */
export function writeReport(
  dataDir: string,
  { list, file, refusals }: { list: string; file: string; refusals: readonly Refused[] },
  now: Date,
): string {
  const folder = join(dataDir, 'sources', 'refused')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const old = readdirSync(folder).sort()
  for (const name of old.slice(0, Math.max(0, old.length + 1 - reportsKept))) rmSync(join(folder, name))
  const path = join(folder, `${now.toISOString().replaceAll(':', '-')}-${list}.ndjson`)
  const lines = refusals
    .slice(0, refusalsReportedMax)
    .map(({ table, line, reason }) => JSON.stringify({ file: table === '' ? file : `${file}/${table}`, line, reason }))
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
