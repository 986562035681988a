/** SQLite as the bench loads and asks it, and the numbers and letters that its tables hold. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Rows } from '../rows.ts'

/** What the program that loads it is told. */
export interface Loading {
  /** Has libsql in its node_modules. */
  packageDir: string
  /** Of the database, which must not exist. */
  path: string
  rows: Rows
}

export type Value = string | number
export type SqlValue = Value | Buffer
export interface PreparedStatement {
  run(values: readonly SqlValue[]): void
  raw(): { get(...values: Value[]): Value[] | undefined; all(...values: Value[]): Value[][] }
}
export interface SqliteDatabase {
  exec(statements: string): void
  prepare(statement: string): PreparedStatement
  close(): void
}

export function openDatabase(packageDir: string, path: string): SqliteDatabase {
  const Database = libsqlIn(packageDir)
  const database = new Database(path)
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; pragma mmap_size = 68719476736',
  )
  return database
}

/** The package has the interface of better-sqlite3, of which the above is a part; the version fetched is a fixed one. */
function libsqlIn(packageDir: string): new (path: string) => SqliteDatabase {
  return createRequire(join(packageDir, 'index.js'))('libsql')
}

/** Taxonomy and kind as one number; the kinds of a resource stay next to each other. */
export function taxonomyKey(taxonomy: number, kind: number): number {
  return taxonomy * 4 + kind
}

/** The letter that stands for a kind in the index of words. */
export const kindLetters = ['', 'd', 'i', 'o']
