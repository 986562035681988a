/**
 * `npm run bench [-- --providers N]`: the product beside its peers, on the same rows, with the same queries. It fails
 * if an answer of a peer differs from the product's. As root it installs the peers from Debian. Compare ratios:
 * absolute figures depend on the machine. A million providers take about 3 GB in the temporary folder.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCurrent } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { openRegistry } from '#registry/search/open-registry'
import { findWrk, measureHttp, runBareServer } from './http.ts'
import { measure, median } from './measure.ts'
import { product } from './peer.ts'
import { type Cluster, copySeconds, findPostgres, openPostgis, startCluster } from './postgis.ts'
import { bench, bytesIn, keepAwake, run, startUntil } from './processes.ts'
import { drawQueries } from './queries.ts'
import { findRedis, openRedis } from './redis.ts'
import { type Result, reportOf } from './report.ts'
import { type Rows, readMainFile, writeRows } from './rows.ts'
import { fetchLibsql, openSqlite } from './sqlite.ts'

/** With fewer providers, some states have too few doctors to draw queries from. */
const providersMin = 40_000
/** SQLite takes long to load more, and by far the longest to answer of many. */
const sqliteProvidersMax = 1_000_000

const startedMs = performance.now()

try {
  const options = { providers: { type: 'string', default: '500000' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [part, argument = ''] = positionals
  if (part === 'bare-server') await runBareServer(Number(argument))
  else if (part === 'open') await open(argument)
  else if (part === undefined && Number(values.providers) >= providersMin) await main(Number(values.providers))
  else throw new Error(`usage: npm run bench [-- --providers N], N from ${providersMin}`)
} catch (error) {
  say(messageOf(error))
  process.exitCode = 1
}

async function open(versionDir: string): Promise<void> {
  const startedMs = performance.now()
  const registry = await openRegistry(versionDir)
  process.stdout.write(`opened in ${(performance.now() - startedMs) / 1000} s\n`)
  registry.close()
}

async function main(providers: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'praxidex-bench-'))
  // The account of PostgreSQL reaches its own folder in it, and the files to load.
  chmodSync(dir, 0o711)
  process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
  const stops: (() => Promise<void>)[] = []
  try {
    const result = await runIn(dir, providers, stops)
    mkdirSync('reports', { recursive: true })
    writeFileSync(`reports/bench-${providers}.json`, `${JSON.stringify(result, null, 2)}\n`)
    process.stdout.write(`${reportOf(result)}\n`)
  } finally {
    await stopAll(stops)
  }
}

async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((error) => say(messageOf(error)))
}

async function runIn(dir: string, providers: number, stops: (() => Promise<void>)[]): Promise<Result> {
  const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load average ${loadavg()[0].toFixed(1)} before the start`
  const { stdout } = spawnSync('git', ['describe', '--always', '--exclude', '*', '--dirty=+'], { encoding: 'utf8' })
  const about = { providers, date: new Date().toISOString().slice(0, 10), machine, commit: stdout?.trim() || undefined }
  const [sampleDir, registryDir] = [join(dir, 'sample'), join(dir, 'registry')]
  const build = (...paths: string[]) =>
    run(['run.mjs', 'registry/build/main.ts', 'build', ...paths], { REGISTRY_DIR: registryDir })

  say('making the sample')
  const making = ['registry/sample/main.ts', '--providers', String(providers), '--to', sampleDir]
  const made = await run(['run.mjs', ...making])
  const mainFile = join(sampleDir, readdirSync(sampleDir).find((name) => name.startsWith('npidata')) ?? '')
  const sample = { ...made, bytes: bytesIn(sampleDir), mainFileBytes: statSync(mainFile).size }
  const week = join(dir, 'npidata_pfile_20261109-20261115.csv')
  const { npis, changed } = await readMainFile(mainFile, week)
  say('building the registry')
  const full = await build(sampleDir)
  say('copying the main file into PostgreSQL')
  const missing: string[] = []
  const programs = found(findPostgres(), 'PostgreSQL with PostGIS', missing)
  const cluster = programs === undefined ? undefined : await startCluster(programs, join(dir, 'postgres'))
  if (cluster !== undefined) stops.push(cluster.stop)
  const copied = cluster === undefined ? undefined : await copySeconds(cluster, mainFile)
  say('building with a week of changes')
  const weekly = { ...(await build(sampleDir, week)), changed }
  rmSync(sampleDir, { recursive: true })

  const current = await readCurrent(registryDir)
  if (current === undefined) throw new Error('expected the build to announce a version; got none')
  const versionDir = join(registryDir, 'versions', current.version)
  const openings: number[] = []
  while (openings.length < 3) {
    const opener = await startUntil(/opened in (\S+) s/, [bench, 'open', versionDir])
    openings.push(Number(opener.captured))
    await opener.stop()
  }
  const snapshotBytes = bytesIn(versionDir)
  const registry = await openRegistry(versionDir)
  stops.push(async () => registry.close())
  say('writing the rows for the peers')
  const rows = await writeRows(registry, npis, join(dir, 'rows'))
  const peers = [product(registry, snapshotBytes, true), product(registry, snapshotBytes, false)]
  for await (const peer of loadPeers(dir, providers, rows, cluster, missing)) {
    stops.push(peer.close)
    peers.push(peer)
    say(`loaded ${peer.name} in ${peer.loadSeconds?.toFixed(0)} s`)
  }
  rmSync(join(dir, 'rows'), { recursive: true })
  const { classes, lookUps, searches } = drawQueries(registry, npis)
  const letSleep = keepAwake()
  const measured = await measure(peers, classes, say).finally(letSleep)
  await stopAll(stops)
  say('measuring over HTTP')
  const wrk = found(findWrk(), 'wrk', missing)
  return {
    ...about,
    missing,
    sample,
    build: full,
    weekly,
    copySeconds: copied,
    snapshotBytes,
    openSeconds: median(openings),
    peers: peers.map(({ name, description, bytes, loadSeconds }) => ({ name, description, bytes, loadSeconds })),
    classes: measured,
    http: wrk === undefined ? undefined : await measureHttp({ wrk, dir, registryDir, lookUps, searches }),
  }
}

async function* loadPeers(dir: string, providers: number, rows: Rows, cluster: Cluster | undefined, missing: string[]) {
  if (cluster !== undefined) yield openPostgis(cluster, rows)
  if (providers <= sqliteProvidersMax) {
    const libsql = found(fetchLibsql(join(dir, 'libsql')), 'libsql', missing)
    if (libsql !== undefined) yield openSqlite(libsql, join(dir, 'sqlite.db'), rows)
  } else missing.push(`SQLite is left out of more than ${sqliteProvidersMax} providers`)
  const redis = found(findRedis(), 'redis-server', missing)
  if (redis !== undefined) yield openRedis(redis, join(dir, 'redis'), rows)
}

function found<T>(tool: T | undefined, name: string, missing: string[]): T | undefined {
  if (tool === undefined) missing.push(`${name} is not installed, and could not be`)
  return tool
}

function say(text: string): void {
  process.stderr.write(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${text}\n`)
}
