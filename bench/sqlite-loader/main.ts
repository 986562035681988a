/** The program that loads the rows into SQLite; told where as JSON. */
import { kindLetters, type Loading, openDatabase, type SqliteDatabase, taxonomyKey } from '../peers/sqlite-database.ts'
import { type Rows, readTable, type Table } from '../rows.ts'

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

/** Bytes of words that are collected before they are written. */
const wordsInMemoryBytes = 128 << 20

function load(database: SqliteDatabase, rows: Rows): void {
  database.exec(schema)
  const each = (table: Table, add: (columns: string[], id: number) => void) => {
    let id = 0
    database.exec('begin')
    for (const columns of readTable(rows, table)) add(columns, ++id)
    database.exec('commit')
  }
  // Merged once, at the end.
  database.exec(`insert into provider_words (provider_words, rank) values ('automerge', 0);
    insert into provider_words (provider_words, rank) values ('hashsize', ${wordsInMemoryBytes})`)
  const provider = database.prepare('insert into provider values (?, ?, ?)')
  const words = database.prepare('insert into provider_words (rowid, words, kinds) values (?, ?, ?)')
  each('provider', ([npi, kind, text, record]) => {
    provider.run(Number(npi), Number(kind), record)
    words.run(Number(npi), text, kindLetters[Number(kind)])
  })
  const credential = database.prepare('insert into provider_credential values (?, ?, ?, ?)')
  each('provider_credential', ([form, gender, kind, npi]) => credential.run(form, gender, Number(kind), Number(npi)))
  const member = database.prepare('insert into organization_member values (?, ?, ?)')
  each('organization_member', ([id, kind, npi]) => member.run(id, Number(kind), Number(npi)))
  const point = database.prepare('insert into point values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  each('point', ([npi, kind, isOnly, state, latitude, longitude], id) =>
    point.run(
      id,
      ...box(Number(latitude), Number(longitude), Number(kind)),
      Number(npi),
      Number(isOnly),
      state,
      Number(latitude),
      Number(longitude),
    ),
  )
  const taxonomyPoint = database.prepare('insert into point_taxonomy values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const stateTaxonomy = database.prepare('insert into state_taxonomy values (?, ?, ?, ?, ?, ?)')
  each('point_taxonomy', ([taxonomy, npi, kind, isOnly, state, latitude, longitude], id) => {
    const position = [Number(latitude), Number(longitude)] as const
    const key = taxonomyKey(Number(taxonomy), Number(kind))
    taxonomyPoint.run(id, ...box(...position, key), Number(npi), Number(isOnly), ...position)
    stateTaxonomy.run(state, Number(taxonomy), Number(kind), Number(npi), ...position)
  })
  database.exec(`create index by_state on state_taxonomy (state, taxonomy, kind, npi, latitude, longitude);
    create table state_point as select state, cast(low as integer) as kind, npi, latitude, longitude from point;
    create index by_state_alone on state_point (state, kind, npi, latitude, longitude);
    create index by_kind on provider (kind, npi);
    insert into provider_words (provider_words) values ('optimize');
    analyze;`)
}

function box(latitude: number, longitude: number, third: number) {
  return [latitude, latitude, longitude, longitude, third, third] as const
}

const { packageDir, path, rows }: Loading = JSON.parse(process.argv[2] ?? '')
const database = openDatabase(packageDir, path)
load(database, rows)
database.close()
