/**
 * PostgreSQL from Debian: COPY, which the build is compared with, and PostGIS. These indexes were the best of those
 * tried. The tables are in the order of the places, so that near points share pages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, createReadStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { mainColumns } from '#registry/columns'
import type { SearchQuery } from '#registry/search/query'
import { queryWords } from '#registry/search/words'
import { median } from './measure.ts'
import { type Answer, isInTables, kindRange, type Peer, pointsToFetch } from './peer.ts'
import { installed, untilLine } from './processes.ts'
import { type Rows, type Table, tableNames, tables } from './rows.ts'

const versionsDir = '/usr/lib/postgresql'

/** The folder of a PostgreSQL's programs that has PostGIS; undefined where there is none and none can be installed. */
export function findPostgres(): string | undefined {
  return installed(() => {
    const hasPostgis = (version: string) => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`)
    const versions = existsSync(versionsDir) ? readdirSync(versionsDir).filter(hasPostgis) : []
    const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
    return newest === undefined ? undefined : join(versionsDir, newest, 'bin')
  }, 'postgresql-postgis')
}

export interface Cluster {
  readonly client: pg.Client
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root, so it runs as the account nobody then. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Makes a cluster in `dir`, which must not exist, and starts it: generous with memory, and careless of crashes. */
export async function startCluster(programs: string, dir: string): Promise<Cluster> {
  mkdirSync(dir, { mode: 0o700 })
  if (account !== undefined) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C' } }
  const init = ['-D', data, '--username=bench', '--auth=trust', '--encoding=UTF8', '--locale=C', '-N']
  const { status, stderr } = spawnSync(join(programs, 'initdb'), init, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr.trim()}`)
  const args = ['-D', data, '-k', dir, ...settings().flatMap((setting) => ['-c', setting])]
  const child = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const server = await untilLine(child, /ready to accept connections/)
  const client = new pg.Client({ host: dir, user: 'bench', database: 'postgres', ssl: false })
  await client.connect()
  return {
    client,
    async stop() {
      await client.end()
      await server.stop('SIGQUIT') // At once, without writing anything.
    },
  }
}

function settings(): string[] {
  const megabytes = Math.floor(totalmem() / 2 ** 20)
  const memory = `shared_buffers=${megabytes >> 2}MB effective_cache_size=${megabytes >> 1}MB work_mem=256MB maintenance_work_mem=1GB`
  const noDurability =
    'fsync=off synchronous_commit=off full_page_writes=off wal_level=minimal max_wal_senders=0 max_wal_size=8GB'
  // Parallel queries were slower in most classes.
  const planning = 'random_page_cost=1.1 jit=off max_parallel_workers_per_gather=0 autovacuum=off'
  return `listen_addresses= max_connections=10 ${memory} ${noDurability} ${planning} log_min_messages=log`.split(' ')
}

/** Seconds to COPY the file into 330 text columns of an unlogged table; the median of three of a small file. */
export async function copySeconds({ client }: Cluster, mainFile: string): Promise<number> {
  const columns = mainColumns.map((_, index) => `c${index} text`).join(', ')
  const seconds: number[] = []
  while (seconds.length < (statSync(mainFile).size < 5e8 ? 3 : 1)) {
    // Into the page cache, as far as it goes.
    await finished(createReadStream(mainFile, { highWaterMark: 2 ** 20 }).resume())
    spawnSync('sync')
    await client.query(`create unlogged table main_file (${columns})`)
    const startedMs = performance.now()
    await client.query(`copy main_file from '${mainFile}' with (format csv, header)`)
    seconds.push((performance.now() - startedMs) / 1000)
    await client.query('drop table main_file')
  }
  return median(seconds)
}

/** `close` leaves the cluster to its owner. */
export async function openPostgis({ client }: Cluster, rows: Rows): Promise<Peer> {
  const startedMs = performance.now()
  for (const statement of loadingStatements(rows)) await client.query(statement)
  const loadSeconds = (performance.now() - startedMs) / 1000
  const { rows: facts } = await client.query<{ version: string; postgis: string; bytes: string }>(
    `select current_setting('server_version') version, postgis_lib_version() postgis,
     pg_database_size(current_database()) bytes`,
  )
  const { version, postgis, bytes } = facts[0]
  const names = new Map<string, string>()
  const ask = async (query: SearchQuery, pointsMax: number | undefined) => {
    const values: Values = []
    const text = statementOf(query, rows, values, pointsMax)
    // How many names begin with a prefix depends on the prefix, so such a statement is planned each time.
    const name = names.get(text) ?? `search_${names.size}`
    const isPrepared = query.name === undefined || query.place !== undefined
    if (isPrepared) names.set(text, name)
    const found = await client.query<AnswerRow>({ ...(isPrepared && { name }), text, values })
    return answerOf(found.rows[0])
  }
  return {
    name: 'PostGIS',
    description: `PostgreSQL ${version.split(' ')[0]} with PostGIS ${postgis}: a quarter of the memory as shared buffers, 256 MB work_mem, no JIT, no parallel queries, no durability; prepared statements over a unix socket`,
    bytes: Number(bytes),
    loadSeconds,
    takes: isInTables,
    async answer(query) {
      const answer = await ask(query, pointsToFetch(query))
      // A few providers with many points can crowd the others out of those fetched; then all are.
      const isCut = answer.npis.length < Math.min(query.limit, answer.total - query.offset)
      return isCut ? ask(query, undefined) : answer
    },
    async close() {},
  }
}

interface AnswerRow {
  total: number
  npis: number[] | null
  meters?: number[] | null
  record?: string
}

const metersPerMile = 1609.344

function answerOf(row: AnswerRow | undefined): Answer {
  const { total, npis, meters, record } = row ?? { total: 0, npis: [] }
  return {
    total,
    npis: npis ?? [],
    ...(record !== undefined && { record }),
    ...(meters !== undefined && { miles: (meters ?? []).map((one) => one / metersPerMile) }),
  }
}

type Values = (string | number)[]

function statementOf(query: SearchQuery, rows: Rows, values: Values, pointsMax: number | undefined): string {
  const value = (one: string | number) => {
    const type = typeof one === 'string' ? 'text' : Number.isInteger(one) ? 'int8' : 'float8'
    return `$${values.push(one)}::${type}`
  }
  const { npis, organizationId, name, credential, gender, place, taxonomyCodes, offset, limit } = query
  const [first, last] = kindRange[query.resource]
  const kind = `kind between ${first}::int2 and ${last}::int2`
  const page = () => `offset ${value(offset)} limit ${value(limit)}`
  const among = (table: Table, ...conditions: string[]) => {
    const from = `from ${table} where ${[...conditions, kind].join(' and ')}`
    return `select (select count(*)::int ${from}) total, array(select npi::float8 ${from} order by npi ${page()}) npis`
  }
  if (place === undefined) {
    if (npis !== undefined)
      return `select 1 as total, array[npi::float8] as npis, record from provider where npi = ${value(npis[0])} and ${kind}`
    if (organizationId !== undefined) return among('organization_member', `organization = ${value(organizationId)}`)
    if (credential !== undefined) {
      const ofGender = gender === undefined ? 'true' : `gender = ${value(gender)}`
      return among('provider_credential', `credential = ${value(credential)}`, ofGender)
    }
    if (name === undefined) return among('provider')
    // A B-tree over all words has no heap to visit; a GIN index over the names of each provider has one.
    const named = queryWords(name).map((word) => {
      const from = value(word)
      return `select distinct npi from name_word where word >= ${from} and word < ${from} || chr(1114111) and ${kind}`
    })
    return `with found as materialized (${named.join(' intersect ')})
      select (select count(*)::int from found) as total, array(select npi::float8 from found order by npi ${page()}) as npis`
  }
  const from = pointOf(value(place.latitude), value(place.longitude))
  const meters = `st_distance(place, ${from}, false)`
  const conditions = [kind]
  if (place.radiusMiles !== undefined)
    conditions.push(`st_dwithin(place, ${from}, ${value(place.radiusMiles * metersPerMile)}, false)`)
  if (place.state !== undefined) conditions.push(`state = ${value(place.state)}`)
  if (name !== undefined) {
    const words = queryWords(name).map((word) => `${word}:*`)
    conditions.push(`words @@ ${value(words.join(' & '))}::tsquery`)
  }
  const counted = 'count(*) filter (where is_only) + count(distinct npi) filter (where not is_only)'
  // Of one specialty all points are read once; of everyone the nearest come in order from the index.
  let found: string
  let total = `select ${counted} from found`
  if (taxonomyCodes === undefined) {
    const all = `from point where ${conditions.join(' and ')}`
    const nearest = pointsMax === undefined ? '' : `limit ${value(pointsMax)}`
    found = `select npi, ${meters} meters ${all} order by place <-> ${from} ${nearest}`
    total = `select ${counted} ${all}`
  } else {
    conditions.push(`taxonomy = ${value(rows.taxonomyNumber(taxonomyCodes[0]))}::int2`)
    found = `select npi, is_only, ${meters} meters from point_taxonomy where ${conditions.join(' and ')}`
  }
  return `with found as materialized (${found}),
    page as materialized (select npi, min(meters) meters from found group by npi order by 2, 1 ${page()})
    select (${total})::int as total, (select array_agg(npi::float8 order by meters, npi) from page) as npis,
    (select array_agg(meters order by meters, npi) from page) as meters`
}

/** Distances are those on a sphere, as the product's; they cost PostGIS less than those on the spheroid. */
function pointOf(latitude: string, longitude: string): string {
  return `st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)::geography`
}

function loadingStatements(rows: Rows): string[] {
  const types = new Map([
    ['npi', 'int8'],
    ['kind', 'int2'],
    ['is_only', 'bool'],
    ['taxonomy', 'int2'],
  ])
  for (const column of ['latitude', 'longitude']) types.set(column, 'float8')
  const words = `array_to_tsvector(string_to_array(words, ' '))`
  const place = `${pointOf('latitude', 'longitude')} as place`
  // PostGIS sorts geometries along a Hilbert curve.
  const nearness = 'st_makepoint(longitude, latitude)'
  const table = (name: Table, select: string, ...indexes: string[]) => [
    `create unlogged table loaded_${name} (${tables[name].map((column) => `${column} ${types.get(column) ?? 'text'}`)})`,
    `copy loaded_${name} from '${rows.path(name)}'`,
    `create unlogged table ${name} as ${select}`,
    ...indexes.map((index) => `create index on ${name} ${index}`),
    `vacuum analyze ${name}`,
  ]
  return [
    'create extension postgis',
    'create extension btree_gist',
    ...table('provider', 'select npi, kind, record from loaded_provider', '(npi)', '(kind, npi)'),
    `create unlogged table name_word as select word, kind, npi from loaded_provider, unnest(string_to_array(words, ' ')) word`,
    'create index on name_word (word, kind, npi)',
    'vacuum analyze name_word',
    ...table(
      'point',
      `select npi, kind, is_only, ${place}, ${words} as words, state from loaded_point order by ${nearness}`,
      'using gist (kind, place)',
      '(state, kind) include (npi, is_only)',
      'using gin (words) with (fastupdate = off)',
    ),
    ...table(
      'point_taxonomy',
      `select taxonomy, npi, kind, is_only, ${place}, state from loaded_point_taxonomy order by taxonomy, ${nearness}`,
      'using gist (taxonomy, kind, place)',
      '(taxonomy, state, kind)',
    ),
    ...table('provider_credential', 'table loaded_provider_credential', '(credential, gender, kind, npi)'),
    ...table('organization_member', 'table loaded_organization_member', '(organization, kind, npi)'),
    `drop table ${tableNames.map((name) => `loaded_${name}`)}`,
  ]
}
