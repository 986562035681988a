/**
 * `npm run bench:metering`: what metering costs a search of an Enterprise account over HTTP. Two servers that differ in
 * nothing but the meter are asked in turns; beside the requests a second it tells the processor time of each request, which a
 * busy machine disturbs less. It prints what it found, and everything it made goes away with it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorSeconds, runOwn, startUntil } from '../child.ts'
import { type Load, ownLoader, turnSeconds, wrkLoader } from '../http-load.ts'
import { median } from '../measure.ts'
import { findWrk } from '../tools.ts'

const providers = 50_000
const rounds = 15

const serverProgram = fileURLToPath(new URL('./server/main.ts', import.meta.url))

const paths = {
  'search of 20': '/api/doctors?latitude=40.75&longitude=-73.98&radius=10&specialty=cardiology&limit=20',
  'look-up': '/api/doctors?npi=2000000002',
}

const dir = mkdtempSync(join(tmpdir(), 'praxidex-metering-'))
// The account that runs PostgreSQL must get through to its own folder in it.
chmodSync(dir, 0o711)
process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const registryDir = join(dir, 'registry')
await runOwn(['run.mjs', 'registry/build/main.ts', 'build', '--sample', '--providers', String(providers)], {
  REGISTRY_DIR: registryDir,
})
const [on, off] = [await startServer('metered'), await startServer('unmetered')]
const wrk = findWrk()
const load = 'tool' in wrk ? wrkLoader(wrk.tool, dir) : ownLoader

process.stdout.write(`${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}\n`)
for (const [name, path] of Object.entries(paths)) {
  const found = { on: { rates: [], us: [] }, off: { rates: [], us: [] } } satisfies Record<string, Figures>
  for (let round = 0; round <= rounds; round++) {
    const turns = [() => measure(on, path, found.on, round), () => measure(off, path, found.off, round)]
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  const ratios = found.on.rates.map((rate, round) => rate / found.off.rates[round])
  const costs = found.on.us.map((us, round) => us / found.off.us[round])
  process.stdout.write(
    `${name}: ${Math.round(median(found.on.rates))}/s metered, ${Math.round(median(found.off.rates))}/s not: costs ${percent(1 - median(ratios))} of the requests a second; ${median(found.on.us).toFixed(1)} µs of processor time metered, ${median(found.off.us).toFixed(1)} µs not: ${percent(median(costs) - 1)} more. Load average ${loadavg()[0].toFixed(1)}.\n`,
  )
}
await Promise.all([on.stop(), off.stop()])

interface Figures {
  /** Requests a second, and microseconds of processor time for each, by round. */
  rates: number[]
  us: number[]
}

async function startServer(metering: 'metered' | 'unmetered') {
  const server = await startUntil(
    /listening with (.*)/,
    [serverProgram, join(dir, metering), registryDir, metering],
    {},
  )
  const [origin = '', key = ''] = server.told.split(' ')
  return { ...server, origin, headers: { 'api-key': key } }
}

/** One turn; that of round 0 only warms up. */
async function measure(server: Awaited<ReturnType<typeof startServer>>, path: string, figures: Figures, round: number) {
  const before = processorSeconds(server.pid) ?? Number.NaN
  const asked: Load = { origin: server.origin, headers: server.headers, paths: [path] }
  const rate = await load(asked)
  const after = processorSeconds(server.pid) ?? Number.NaN
  if (round === 0) return
  figures.rates.push(rate)
  figures.us.push((1e6 * (after - before)) / (rate * turnSeconds))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
