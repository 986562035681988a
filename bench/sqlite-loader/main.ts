/** The program that loads the rows into SQLite; told where as JSON. */
import {
  kindLetters,
  type Loading,
  openDatabase,
  type PreparedStatement,
  type SqliteDatabase,
  type SqlValue,
  taxonomyKey,
  type Value,
} from '../peers/sqlite-database.ts'
import { type Rows, readTable } from '../rows.ts'
import { alongCurve, curveLength, type Entry, packTree } from './packed-tree.ts'

const schema = `
  create table provider (npi integer primary key, kind integer, record text);
  create virtual table provider_words using fts5
    (words, kinds, content='', columnsize=0, detail=column, prefix='1 2 3', tokenize='unicode61 remove_diacritics 0');
  create table provider_credential (credential text, gender text, kind integer, npi integer,
    primary key (credential, gender, kind, npi)) without rowid;
  create table organization_member (organization text, kind integer, npi integer,
    primary key (organization, kind, npi)) without rowid;
  create virtual table point using rtree
    (id, south, north, west, east, low, high, +npi, +is_only, +state, +latitude, +longitude);
  create virtual table point_taxonomy using rtree
    (id, south, north, west, east, low, high, +npi, +is_only, +latitude, +longitude);
  create table state_taxonomy (state text, taxonomy integer, kind integer, npi integer, latitude real, longitude real);
`

const indexes = `
  create index by_state on state_taxonomy (state, taxonomy, kind, npi, latitude, longitude);
  create table state_point as select state, cast(low as integer) as kind, npi, latitude, longitude from point;
  create index by_state_alone on state_point (state, kind, npi, latitude, longitude);
  create index by_kind on provider (kind, npi);
  insert into provider_words (provider_words) values ('optimize');
  analyze;
`

/** Bytes of words that are collected before they are written. */
const wordsInMemoryBytes = 128 << 20

function load(database: SqliteDatabase, rows: Rows): void {
  database.exec(schema)
  database.exec('begin')
  // Merged once, at the end.
  database.exec(`insert into provider_words (provider_words, rank) values ('automerge', 0);
    insert into provider_words (provider_words, rank) values ('hashsize', ${wordsInMemoryBytes})`)
  const provider = new Inserts(database, 'provider', 3)
  const words = new Inserts(database, 'provider_words (rowid, words, kinds)', 3)
  for (const [npi, kind, text, record] of readTable(rows, 'provider')) {
    provider.add(Number(npi), Number(kind), record)
    words.add(Number(npi), text, kindLetters[Number(kind)])
  }
  const credential = new Inserts(database, 'provider_credential', 4)
  for (const [form, gender, kind, npi] of readTable(rows, 'provider_credential'))
    credential.add(form, gender, Number(kind), Number(npi))
  const member = new Inserts(database, 'organization_member', 3)
  for (const [id, kind, npi] of readTable(rows, 'organization_member')) member.add(id, Number(kind), Number(npi))
  const points: Placed[] = []
  for (const [npi, kind, isOnly, state, latitude, longitude] of readTable(rows, 'point')) {
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    const beside = [Number(npi), Number(isOnly), state, position.latitude, position.longitude]
    points.push({ ...position, third: Number(kind), rank: rankOf(position, 0), beside })
  }
  const taxonomyPoints: Placed[] = []
  const stateTaxonomy = new Inserts(database, 'state_taxonomy', 6)
  for (const [taxonomy, npi, kind, isOnly, state, latitude, longitude] of readTable(rows, 'point_taxonomy')) {
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    const beside = [Number(npi), Number(isOnly), position.latitude, position.longitude]
    const third = taxonomyKey(Number(taxonomy), Number(kind))
    taxonomyPoints.push({ ...position, third, rank: rankOf(position, Number(taxonomy)), beside })
    stateTaxonomy.add(state, Number(taxonomy), Number(kind), Number(npi), position.latitude, position.longitude)
  }
  for (const inserts of [provider, words, credential, member, stateTaxonomy]) inserts.end()
  addTree(database, 'point', points)
  addTree(database, 'point_taxonomy', taxonomyPoints)
  database.exec('commit')
  database.exec(indexes)
}

/** An entry of a tree, where it comes among the others, and the values that stand beside its box. */
interface Placed extends Entry {
  rank: number
  beside: Value[]
}

/** Entries of one group come next to each other, and in it those that are near. */
function rankOf({ latitude, longitude }: Omit<Entry, 'third'>, group: number): number {
  return group * curveLength + alongCurve(latitude, longitude)
}

/** Fills a tree that holds nothing yet. */
function addTree(database: SqliteDatabase, name: 'point' | 'point_taxonomy', entries: Placed[]): void {
  const ranks = Float64Array.from(entries, ({ rank }) => rank)
  const order = Uint32Array.from(entries.keys()).sort((a, b) => ranks[a] - ranks[b])
  const inOrder = Array.from(order, (index) => entries[index])
  const { nodes, leafOf } = packTree(inOrder)
  // The root of the empty tree.
  database.exec(`delete from ${name}_node`)
  const node = new Inserts(database, `${name}_node`, 2)
  const parentOf = new Inserts(database, `${name}_parent`, 2)
  for (const { number, parent, bytes } of nodes) {
    node.add(number, bytes)
    if (parent !== undefined) parentOf.add(number, parent)
  }
  const beside = new Inserts(database, `${name}_rowid`, 2 + (entries[0]?.beside.length ?? 0))
  for (const [index, entry] of inOrder.entries()) beside.add(index + 1, leafOf(index), ...entry.beside)
  for (const inserts of [node, parentOf, beside]) inserts.end()
  const checked = database.prepare(`select rtreecheck('${name}')`).raw().get()?.[0]
  if (checked !== 'ok') throw new Error(`expected a whole tree of ${name}; got ${checked}`)
}

/** Rows of one statement: one at a time costs three times as much, most of it on the way between JavaScript and SQLite. */
const rowsAtOnce = 200

/** Inserts rows into a table many at a time. */
class Inserts {
  readonly #database: SqliteDatabase
  readonly #into: string
  readonly #columns: number
  readonly #insertMany: PreparedStatement
  #values: SqlValue[] = []

  /** `into` is a table, with its columns where not all are given. */
  constructor(database: SqliteDatabase, into: string, columns: number) {
    this.#database = database
    this.#into = into
    this.#columns = columns
    this.#insertMany = this.#prepare(rowsAtOnce)
  }

  add(...row: SqlValue[]): void {
    this.#values.push(...row)
    if (this.#values.length < rowsAtOnce * this.#columns) return
    this.#insertMany.run(this.#values)
    this.#values = []
  }

  /** Inserts those that are left. */
  end(): void {
    if (this.#values.length > 0) this.#prepare(this.#values.length / this.#columns).run(this.#values)
    this.#values = []
  }

  #prepare(rows: number): PreparedStatement {
    const row = `(${Array(this.#columns).fill('?').join(', ')})`
    return this.#database.prepare(`insert into ${this.#into} values ${Array(rows).fill(row).join(', ')}`)
  }
}

const { packageDir, path, rows }: Loading = JSON.parse(process.argv[2] ?? '')
const database = openDatabase(packageDir, path)
load(database, rows)
database.close()
