/**
 * A PostgreSQL with an extension for distances on the globe: PostGIS, or earthdistance. Both get the same tables and the same
 * statements and differ in the type of a point and the operators on it.
 *
 * The indexes are the best that could be found: GiST over kind and point, from which the nearest come in order, and over
 * taxonomy, kind and point; covering B-trees for states, credentials, organizations and the words of names; GIN over the same words for
 * names near a place. The tables lie in the order of the places, so that near points share pages.
 */
import { constants, setPriority } from 'node:os'
import type pg from 'pg'
import type { SearchQuery } from '#registry/search/query'
import { wordsAsked } from '#registry/search/words'
import { type Rows, type Table, tables, taxonomyNumbers } from '../rows.ts'
import { type Answer, isInRows, kindRange, type Peer, pointsToFetch } from './peer.ts'
import { type Cluster, settingsInWords, versionOf } from './postgres-cluster.ts'

/** How an extension says what the statements need. Points are given by SQL expressions. */
export interface Globe {
  name: string
  /** Statements that make it ready. */
  prepare: readonly string[]
  /** The version it tells. */
  extension: string
  /** The point of a latitude and a longitude. */
  point(latitude: string, longitude: string): string
  /** What to sort by so that near points lie near each other. */
  nearness: string
  /** Whether `where` lies within metres of a point, by an index and exactly. */
  isWithin(where: string, from: string, metres: string): string
  /** By which an index gives the nearest first. */
  order(where: string, from: string): string
  metres(where: string, from: string): string
}

export async function openPostgres(cluster: Cluster, globe: Globe, rows: Rows): Promise<Peer> {
  const { client } = cluster
  const startedMs = performance.now()
  for (const statement of globe.prepare) await client.query(statement)
  await Promise.all(loadingStatements(globe, rows).map((statements) => runOn(cluster, statements)))
  const loadSeconds = (performance.now() - startedMs) / 1000
  const version = await client.query<{ extversion: string }>(
    `select extversion from pg_extension where extname = '${globe.extension}'`,
  )
  const size = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const about = `PostgreSQL ${await versionOf(client)} with ${globe.extension} ${version.rows[0].extversion}`
  const statements = new Statements(globe)
  return {
    name: globe.name,
    description: `${about}: ${settingsInWords}; prepared statements over a unix socket`,
    bytes: Number(size.rows[0].bytes),
    loadSeconds,
    takes: isInRows,
    answer: (query) => answerFrom(client, statements, query),
    close: () => cluster.stop(),
  }
}

/**
 * Runs statements one after the other on a connection of their own, behind whoever loads at the same time with one process alone:
 * else that one would be left over at the end, with a processor that nobody uses beside it.
 */
async function runOn(cluster: Cluster, statements: readonly string[]): Promise<void> {
  const client = await cluster.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    setPriority(rows[0].pid, constants.priority.PRIORITY_BELOW_NORMAL)
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const metresPerMile = 1609.344

async function answerFrom(client: pg.Client, statements: Statements, query: SearchQuery): Promise<Answer> {
  const fetched = pointsToFetch(query)
  const answer = await ask(client, statements.of(query, fetched))
  // A few providers with many points can crowd the others out of those fetched; then all are.
  const isCut = answer.npis.length < Math.min(query.limit, answer.total - query.offset)
  return isCut ? ask(client, statements.of(query, undefined)) : answer
}

interface AnswerRow {
  total: number
  npis: number[] | null
  metres?: number[] | null
  record?: string
}

async function ask(client: pg.Client, statement: Statement): Promise<Answer> {
  const { rows } = await client.query<AnswerRow>(statement)
  const row: AnswerRow = rows[0] ?? { total: 0, npis: [] }
  const answer = { total: row.total, npis: row.npis ?? [] }
  if (row.record !== undefined) return { ...answer, record: row.record }
  return row.metres === undefined
    ? answer
    : { ...answer, miles: (row.metres ?? []).map((metres) => metres / metresPerMile) }
}

interface Statement {
  /** Prepared under this name; without one it is planned anew. */
  name?: string
  text: string
  values: (string | number)[]
}

/** Makes the statement of a query; equal texts get equal names and are prepared once. */
class Statements {
  private readonly globe: Globe
  private readonly names = new Map<string, string>()

  constructor(globe: Globe) {
    this.globe = globe
  }

  of(query: SearchQuery, pointsMax: number | undefined): Statement {
    const values = new Values()
    const text =
      query.place === undefined ? this.plain(query, values) : this.placed(query, query.place, values, pointsMax)
    // How many names begin with a prefix depends on the prefix: such a statement is planned anew each time.
    if (query.name !== undefined && query.place === undefined) return { text, values: values.list }
    const name = this.names.get(text) ?? `search_${this.names.size}`
    this.names.set(text, name)
    return { name, text, values: values.list }
  }

  private plain(query: SearchQuery, values: Values): string {
    const { npis, organizationId, name, credential, gender } = query
    const kind = kindCondition(query, values)
    const among = (table: Table, ...conditions: string[]) => {
      const where = [...conditions, kind].join(' and ')
      return `select (select count(*)::int from ${table} where ${where}) total,
        array(select npi::float8 from ${table} where ${where}
          order by npi offset ${values.add(query.offset)} limit ${values.add(query.limit)}) npis`
    }
    if (npis !== undefined) {
      return `select 1 as total, array[npi::float8] as npis, record from provider where npi = ${values.add(npis[0])} and ${kind}`
    }
    if (organizationId !== undefined)
      return among('organization_member', `organization = ${values.add(organizationId)}`)
    if (credential !== undefined) {
      const ofGender = gender === undefined ? 'true' : `gender = ${values.add(gender)}`
      return among('provider_credential', `credential = ${values.add(credential)}`, ofGender)
    }
    if (name !== undefined) return named(query, name, kind, values)
    return among('provider')
  }

  private placed(
    query: SearchQuery,
    place: NonNullable<SearchQuery['place']>,
    values: Values,
    pointsMax: number | undefined,
  ): string {
    const { globe } = this
    const { taxonomyCodes, name } = query
    const from = globe.point(values.add(place.latitude), values.add(place.longitude))
    const conditions = [kindCondition(query, values)]
    if (place.radiusMiles !== undefined)
      conditions.push(globe.isWithin('place', from, values.add(place.radiusMiles * metresPerMile)))
    if (place.state !== undefined) conditions.push(`state = ${values.add(place.state)}`)
    if (name !== undefined) conditions.push(`words @@ ${values.add(prefixes(name))}::tsquery`)
    if (taxonomyCodes !== undefined)
      conditions.push(`taxonomy = ${values.add(taxonomyNumbers.get(taxonomyCodes[0]) ?? 0)}::int2`)
    const table = taxonomyCodes === undefined ? 'point' : 'point_taxonomy'
    const where = conditions.join(' and ')
    const metres = globe.metres('place', from)
    const page = `select npi, min(metres) metres from found group by npi
        order by 2, 1 offset ${values.add(query.offset)} limit ${values.add(query.limit)}`
    const counted = 'count(*) filter (where is_only) + count(distinct npi) filter (where not is_only)'
    // A specialty leaves so few that reading them once is quicker; of everyone, the nearest come in order from the index.
    const [found, total] =
      taxonomyCodes !== undefined
        ? [`select npi, is_only, ${metres} metres from ${table} where ${where}`, `select ${counted} from found`]
        : [
            `select npi, ${metres} metres from ${table} where ${where} order by ${globe.order('place', from)}
              ${pointsMax === undefined ? '' : `limit ${values.add(pointsMax)}`}`,
            `select ${counted} from ${table} where ${where}`,
          ]
    return [
      `with found as materialized (${found}), page as materialized (${page})`,
      `select (${total})::int as total,`,
      '(select array_agg(npi::float8 order by metres, npi) from page) as npis,',
      '(select array_agg(metres order by metres, npi) from page) as metres',
    ].join(' ')
  }
}

/** Names by a B-tree over all words: no heap to visit, where a GIN index over the names of each provider has one. */
function named({ offset, limit }: SearchQuery, name: string, kind: string, values: Values): string {
  const bearers = wordsAsked(name).map((word) => {
    const from = values.add(word)
    return `select npi from name_word where word >= ${from} and word < ${from} || chr(1114111) and ${kind}`
  })
  const found =
    bearers.length === 1 ? `select distinct npi from (${bearers[0]}) as bearers` : bearers.join(' intersect ')
  return [
    `with found as materialized (${found})`,
    'select (select count(*)::int from found) as total,',
    `array(select npi::float8 from found order by npi offset ${values.add(offset)} limit ${values.add(limit)}) as npis`,
  ].join(' ')
}

/** Collects the values of a statement and gives each its placeholder. */
class Values {
  readonly list: (string | number)[] = []

  add(value: string | number): string {
    this.list.push(value)
    return `$${this.list.length}${typeof value === 'string' ? '::text' : Number.isInteger(value) ? '::int8' : '::float8'}`
  }
}

function kindCondition({ resource }: SearchQuery, values: Values): string {
  const [first, last] = kindRange[resource]
  return first === last
    ? `kind = ${values.add(first)}::int2`
    : `kind between ${values.add(first)}::int2 and ${values.add(last)}::int2`
}

function prefixes(name: string): string {
  return wordsAsked(name)
    .map((word) => `${word}:*`)
    .join(' & ')
}

const columnTypes = {
  npi: 'int8',
  kind: 'int2',
  is_only: 'bool',
  taxonomy: 'int2',
  latitude: 'float8',
  longitude: 'float8',
} as const satisfies Record<string, string>

/** What loads the tables and their indexes: lists of statements that may run beside each other. */
function loadingStatements(globe: Globe, rows: Rows): string[][] {
  const place = globe.point('latitude', 'longitude')
  const words = `array_to_tsvector(string_to_array(words, ' '))`
  const table = (name: Table, select: string) => tableStatements(rows, name, select)
  return [
    [
      // The file is in the order of the NPIs, and has each word of a provider once.
      ...tableStatements(rows, 'provider', 'select npi, kind, record from loaded_provider', [
        `create unlogged table name_word as select word, kind, npi from loaded_provider, unnest(string_to_array(words, ' ')) word`,
      ]),
      'create index on name_word (word, kind, npi)',
      'create unique index on provider (npi)',
      'create index on provider (kind, npi)',
      'vacuum analyze name_word',
      'vacuum analyze provider',
    ],
    [
      ...table(
        'point',
        `select npi, kind, is_only, ${place} as place, ${words} as words, state from loaded_point order by ${globe.nearness}`,
      ),
      'create index on point using gist (kind, place)',
      'create index on point (state, kind) include (npi, is_only)',
      'create index on point using gin (words) with (fastupdate = off)',
      'vacuum analyze point',
    ],
    [
      ...table(
        'point_taxonomy',
        `select taxonomy, npi, kind, is_only, ${place} place, state from loaded_point_taxonomy order by taxonomy, ${globe.nearness}`,
      ),
      'create index on point_taxonomy using gist (taxonomy, kind, place)',
      'create index on point_taxonomy (taxonomy, state, kind)',
      'vacuum analyze point_taxonomy',
      ...table(
        'provider_credential',
        'select * from loaded_provider_credential order by credential, gender, kind, npi',
      ),
      'create index on provider_credential (credential, gender, kind, npi)',
      'vacuum analyze provider_credential',
      ...table('organization_member', 'select * from loaded_organization_member order by organization, kind, npi'),
      'create index on organization_member (organization, kind, npi)',
      'vacuum analyze organization_member',
    ],
  ]
}

/** Loads the files as they are, then writes the table as it is searched; `more` is done with what was loaded before it goes. */
function tableStatements(rows: Rows, table: Table, select: string, more: readonly string[] = []): string[] {
  const types: Readonly<Record<string, string>> = columnTypes
  const columns = tables[table].map((column) => `${column} ${types[column] ?? 'text'}`).join(', ')
  return [
    `create unlogged table loaded_${table} (${columns})`,
    ...rows.paths[table].map((path) => `copy loaded_${table} from '${path}'`),
    `create unlogged table ${table} as ${select}`,
    ...more,
    `drop table loaded_${table}`,
  ]
}
