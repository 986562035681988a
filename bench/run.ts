/** One run of the bench, from the sample to the result. Whatever was started is stopped, however it ends. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readCurrent } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { openRegistry } from '#registry/search/open-registry'
import type { Registry } from '#registry/search/query'
import { accountFor } from '#server/platform/postgres-embedded/account'
import { preparePrograms } from '#server/platform/postgres-embedded/binaries'
import { keepAwake } from './awake.ts'
import { bytesIn, runOwn, settleDisk } from './child.ts'
import { copyRate } from './copy-rate.ts'
import { writeSeconds } from './disk-rate.ts'
import { fillFreeMemory } from './given-memory.ts'
import { httpConditions, measureHttp } from './http.ts'
import { ownLoader, wrkLoader } from './http-load.ts'
import { type Measured, measure, rounds } from './measure.ts'
import { measureOpenings } from './openings.ts'
import { earthdistance } from './peers/earthdistance.ts'
import type { Peer } from './peers/peer.ts'
import { postgis } from './peers/postgis.ts'
import { type Cluster, startCluster } from './peers/postgres-cluster.ts'
import { openPostgres } from './peers/postgres-peer.ts'
import { productFind, productSearch } from './peers/product.ts'
import { openRedis } from './peers/redis.ts'
import { openSqlite } from './peers/sqlite.ts'
import { httpQueries, type QueryClass, queryClasses } from './queries.ts'
import type { Result } from './result.ts'
import { type Rows, writeRows } from './rows.ts'
import { type Found, fetchLibsql, findPostgis, findRedis, findWrk, versionOfWrk } from './tools.ts'
import { writeWeek } from './weekly.ts'

export interface RunOptions {
  /** An empty folder. */
  dir: string
  providers: number
  /** What it runs on, in words. */
  machine: string
  /** Of the product, where it is known. */
  commit: string | undefined
  say(text: string): void
}

const sampleSeed = 1

/** Where the peers keep their data; they go before the server is started, which would wait for the disk that writes them. */
const peerFolders = { embedded: 'embedded', postgis: 'postgis', redis: 'redis', sqlite: 'sqlite' }

/** The two slowest to load, and by far the slowest to answer of many, are left out of larger runs. */
const earthdistanceProvidersMax = 1_000_000
const sqliteProvidersMax = 3_000_000

export async function runBench({ dir, providers, machine, commit, say }: RunOptions): Promise<Result> {
  const startedMs = performance.now()
  const stops: (() => Promise<void>)[] = []
  try {
    say('filling the memory that is free')
    const filledBytes = await fillFreeMemory(dir)
    say(`filled ${(filledBytes / 1e9).toFixed(1)} GB`)
    const built = await buildSample(dir, providers, say)
    const embedded = await startCluster(preparePrograms(accountFor(dir)), join(dir, peerFolders.embedded))
    stops.push(embedded.stop)
    say('copying the main file into PostgreSQL')
    const copyBytesPerSecond = await copyRate(embedded.client, built.mainFile)
    const { version: next, figures: weekly } = await buildWithWeek(dir, providers, built, say)
    const plainSeconds = await writeSeconds(dir, built.figures.inputBytes)
    rmSync(join(dir, 'sample'), { recursive: true })
    rmSync(join(dir, 'memory'))

    say('opening what was built')
    const opening = await measureOpenings(built.versionDir)
    const registry = await openRegistry(built.versionDir)
    stops.push(async () => registry.close())
    say('writing the rows for the peers')
    const rows = await writeRows(built.versionDir, join(dir, 'rows'), providers, sampleSeed)
    const { peers, missing } = await openPeers({ dir, providers, rows, registry, embedded, built }, stops, say)
    // What is removed before it was written to the disk need not be written.
    rmSync(join(dir, 'rows'), { recursive: true })
    const classes = queryClasses(registry, providers, sampleSeed)
    const awake = keepAwake()
    stops.push(awake.stop)
    const [judge] = peers
    const measured = await measure(judge, peers, classes, say)
    const overHttp = httpQueries(registry, providers, sampleSeed)
    await stopAll(stops, say)
    for (const name of Object.values(peerFolders)) rmSync(join(dir, name), { recursive: true, force: true })
    say('measuring over HTTP')
    const wrk = findWrk()
    const http = await measureHttp({
      dir,
      registryDir: built.registryDir,
      next,
      load: 'tool' in wrk ? wrkLoader(wrk.tool, dir) : ownLoader,
      ...overHttp,
    })
    return {
      providers,
      date: new Date().toISOString().slice(0, 10),
      machine,
      ...(commit !== undefined && { commit }),
      rounds,
      missing: 'missing' in wrk ? [...missing, wrk.missing] : missing,
      ...tablesOf(peers, classes, measured),
      seconds: (performance.now() - startedMs) / 1000,
      sample: { ...built.sample, plainSeconds },
      build: { ...built.figures, copyBytesPerSecond, ...opening },
      weekly,
      http: {
        ...http,
        conditions: httpConditions,
        loader: 'tool' in wrk ? versionOfWrk(wrk.tool) : 'a loader of our own',
      },
    }
  } finally {
    await stopAll(stops, say)
  }
}

/** Stops what was started, the last first. What fails to stop is told, and keeps neither the others nor the reason of the end. */
async function stopAll(stops: (() => Promise<void>)[], say: RunOptions['say']): Promise<void> {
  for (const stop of stops.splice(0).reverse())
    await stop().catch((error: unknown) => say(`did not stop in order: ${messageOf(error)}`))
}

type Built = Awaited<ReturnType<typeof buildSample>>

async function buildSample(dir: string, providers: number, say: RunOptions['say']) {
  const sampleDir = join(dir, 'sample')
  const registryDir = join(dir, 'registry')
  say(`making ${providers.toLocaleString('en-US')} invented providers`)
  const made = await runOwn(
    [
      'run.mjs',
      'registry/sample/main.ts',
      '--providers',
      String(providers),
      '--seed',
      String(sampleSeed),
      '--to',
      sampleDir,
    ],
    {},
  )
  const startedMs = performance.now()
  await settleDisk()
  const settledSeconds = made.seconds + (performance.now() - startedMs) / 1000
  const sample = { ...made, settledSeconds }
  say('building the registry')
  const { seconds, peakBytes } = await runOwn(['run.mjs', 'registry/build/main.ts', 'build', sampleDir], {
    REGISTRY_DIR: registryDir,
  })
  const current = await readCurrent(registryDir)
  if (current === undefined) throw new Error('expected the build to announce a version; got none')
  const versionDir = join(registryDir, 'versions', current.version)
  const mainFile = join(sampleDir, readdirSync(sampleDir).find((name) => name.startsWith('npidata')) ?? '')
  const figures = {
    seconds,
    inputBytes: bytesIn(sampleDir),
    mainFileBytes: statSync(mainFile).size,
    snapshotBytes: bytesIn(versionDir),
    ...(peakBytes !== undefined && { peakBytes }),
  }
  return { registryDir, versionDir, mainFile, figures, sample }
}

/** Builds again with a week of changes beside the sample, as an update does; the first version serves again afterwards. */
async function buildWithWeek(dir: string, providers: number, built: Built, say: RunOptions['say']) {
  say('building with a week of changes')
  const { mainFile, registryDir } = built
  const week = join(dir, 'npidata_pfile_20261109-20261115.csv')
  const changed = await writeWeek({ mainFile, providers, seed: sampleSeed, path: week })
  const program = ['run.mjs', 'registry/build/main.ts']
  const finished = await runOwn([...program, 'build', join(dir, 'sample'), week], { REGISTRY_DIR: registryDir })
  const next = await readCurrent(registryDir)
  await runOwn([...program, 'rollback'], { REGISTRY_DIR: registryDir })
  if (next === undefined) throw new Error('expected the build to announce a version; got none')
  return { version: next.version, figures: { changed, ...finished } }
}

interface Loading {
  dir: string
  providers: number
  rows: Rows
  registry: Registry
  embedded: Cluster
  built: Built
}

/**
 * Everybody who can be had here, the product first, and a sentence for each who cannot. Three load at a time: either of the
 * PostgreSQLs keeps all processors busy, Redis and SQLite one each.
 */
async function openPeers(
  { dir, providers, rows, registry, embedded, built }: Loading,
  stops: (() => Promise<void>)[],
  say: RunOptions['say'],
) {
  const loaded = async (opening: Promise<Peer>): Promise<Peer> => {
    const peer = await opening
    stops.push(peer.close)
    say(`loaded ${peer.name} in ${peer.loadSeconds?.toFixed(0)} s`)
    return peer
  }
  const missing: string[] = []
  const found = <T>(one: Found<T>): T | undefined => {
    if ('tool' in one) return one.tool
    missing.push(one.missing)
    return undefined
  }
  const postgisPrograms = found(findPostgis())
  const isLoaded = (name: string, providersMax: number) => {
    if (providers <= providersMax) return true
    missing.push(`${name}, slow to load, in runs of more than ${providersMax.toLocaleString('en-US')} providers.`)
    return false
  }
  const isEarthdistanceLoaded = isLoaded('earthdistance', earthdistanceProvidersMax)
  const libsql = isLoaded('SQLite', sqliteProvidersMax) ? found(fetchLibsql(join(dir, 'libsql'))) : undefined
  const redis = found(findRedis())

  async function openPostgresPeers(): Promise<Peer[]> {
    const peers: Peer[] = []
    if (postgisPrograms !== undefined) {
      const cluster = await startCluster(postgisPrograms, join(dir, peerFolders.postgis))
      stops.push(cluster.stop)
      peers.push(await loaded(openPostgres(cluster, postgis, rows)))
    }
    if (isEarthdistanceLoaded) peers.push(await loaded(openPostgres(embedded, earthdistance, rows)))
    return peers
  }
  const { snapshotBytes } = built.figures
  const lanes = [
    openPostgresPeers(),
    ...(libsql === undefined ? [] : [loaded(openSqlite(libsql, join(dir, peerFolders.sqlite), rows))]),
    ...(redis === undefined ? [] : [loaded(openRedis(redis, join(dir, peerFolders.redis), rows))]),
  ]
  // Whoever fails, the others are awaited before what was started is stopped.
  await Promise.allSettled(lanes)
  const peers = (await Promise.all(lanes)).flat()
  return { peers: [productSearch(registry, snapshotBytes), productFind(registry, snapshotBytes), ...peers], missing }
}

function tablesOf(peers: readonly Peer[], classes: readonly QueryClass[], measured: Measured) {
  return {
    peers: peers.map(({ name, description, bytes, loadSeconds }) => ({
      name,
      description,
      bytes,
      ...(loadSeconds !== undefined && { loadSeconds }),
    })),
    classes: classes.map((one) => ({
      name: one.name,
      figures: Object.fromEntries(
        peers.flatMap((peer) => {
          const figures = measured.get(peer)?.get(one)
          return figures === undefined ? [] : [[peer.name, figures]]
        }),
      ),
    })),
  }
}
