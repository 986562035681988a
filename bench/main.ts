/**
 * `npm run bench [-- --providers N[,N…]]`: the product beside its peers, on the same rows, with the same queries, in one run. Makes
 * a sample, builds it, loads it into every peer that can be had on this machine, compares all answers, measures, prints the
 * tables and writes them into docs/benchmarks.md. It fails, and writes nothing, when a peer's answer differs from the product's.
 * Everything it makes lies in a folder below the system's one for temporary files and goes away with it.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fastify } from 'fastify'
import { sampleProvidersMax } from '#registry/sample/write-sample'
import { root } from './child.ts'
import { withResult } from './docs-page.ts'
import { reportOf } from './report.ts'
import { runBench } from './run.ts'

/** With fewer there are too few doctors in some states to draw queries from. */
const providersMin = 40_000
const usage = `usage: npm run bench [-- --providers N[,N…]], N from ${providersMin} to ${sampleProvidersMax}`
const providersDefault = 500_000
/** A server that is being stopped may still write while its folder is removed. */
const removalsMax = 5

const startedMs = performance.now()

try {
  for (const providers of sizesAsked()) await main(providers)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(providers: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'praxidex-bench-'))
  // The accounts that run PostgreSQL must get through to their own folders in it, and to the files to load.
  chmodSync(dir, 0o711)
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: removalsMax })
  const end = () => process.exit(130)
  process.on('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}, Fastify ${fastify().version}, load average ${loadavg()[0].toFixed(1)} before the start`
  const result = await runBench({ dir, providers, machine, commit: commitOf(root), say })
  const page = join(root, 'docs', 'benchmarks.md')
  writeFileSync(page, withResult(existsSync(page) ? readFileSync(page, 'utf8') : undefined, result))
  say(`${providers.toLocaleString('en-US')} providers are in docs/benchmarks.md`)
  process.stdout.write(`${reportOf(result)}\n`)
  process.off('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  remove()
}

/** Undefined where there is no git or no checkout. */
function commitOf(dir: string): string | undefined {
  const { stdout, status } = spawnSync('git', ['describe', '--always', '--exclude', '*', '--dirty=+'], {
    cwd: dir,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

function say(text: string): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  process.stderr.write(`${seconds.padStart(5)} s  ${text}\n`)
}

function sizesAsked(): number[] {
  const { values } = parseArgs({ options: { providers: { type: 'string' } } })
  const sizes = (values.providers ?? String(providersDefault)).split(',').map(Number)
  const isAllowed = (size: number) => Number.isInteger(size) && size >= providersMin && size <= sampleProvidersMax
  if (sizes.every(isAllowed)) return sizes
  throw new Error(`--providers: got ${values.providers}\n${usage}`)
}
