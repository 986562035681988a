/**
 * Backs up what is lost with the machine while the server runs: every table as of one moment but what opens accounts
 * (table-text.ts), and images on disk. The secret is kept apart: with both, anybody has everything. Files are copied
 * after the tables, so that none the tables know is missing unless destroyed meanwhile.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Transaction } from 'kysely'
import { exportsFolder } from '../exports/export-files.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { FilesChoice } from '../platform/files/files.ts'
import { forceToDisk, ifThere, writeToDisk } from '../platform/folders.ts'
import type { Secrets } from '../platform/secrets.ts'
import {
  type BackupSummary,
  filesFolder,
  restoringFolder,
  sha256Of,
  summaryFile,
  tableFile,
  withMac,
} from './backup-folder.ts'
import { isBackedUp, linesOf, migrationsOf, tablesInOrder } from './table-text.ts'

/** Throws an Error with one sentence unless the folder is empty or absent. */
export async function backUp(
  { database, files, secrets }: { database: Database; files: FilesChoice; secrets: Secrets },
  folder: string,
  now: Date,
): Promise<BackupSummary> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`The folder ${folder} is not empty: choose an empty or a new folder.`)
  }
  mkdirSync(tablesFolder(folder), { recursive: true, mode: 0o700 })
  // Calls cannot read the migrations.
  const { tables, migrations } = await database.asOwner(
    (db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => ({ migrations: await migrationsOf(trx), tables: await writeTables(trx, folder) })),
    true,
  )
  const summary = withMac(
    {
      format: 2,
      madeAt: now.toISOString(),
      migrations,
      tables,
      files: files.kind === 'disk' ? await copyFiles(files.dir, join(folder, filesFolder)) : null,
    },
    secrets,
  )
  await forceToDisk(folder)
  await writeFile(join(folder, summaryFile), `${JSON.stringify(summary, undefined, 2)}\n`, { flush: true })
  await forceToDisk(folder)
  return summary
}

async function writeTables(trx: Transaction<Tables>, folder: string): Promise<BackupSummary['tables']> {
  const tables: BackupSummary['tables'] = {}
  for (const table of (await tablesInOrder(trx)).filter(isBackedUp)) {
    const hash = createHash('sha256')
    let rows = 0
    const texts = async function* () {
      for await (const lines of linesOf(trx, table)) {
        const text = `${lines.join('\n')}\n`
        rows += lines.length
        hash.update(text)
        yield text
      }
    }
    const path = join(folder, tableFile(table))
    await pipeline(texts, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    tables[table] = { rows, sha256: hash.digest('hex') }
  }
  await forceToDisk(tablesFolder(folder))
  return tables
}

function tablesFolder(folder: string): string {
  return dirname(join(folder, tableFile('any')))
}

async function copyFiles(from: string, to: string): Promise<Exclude<BackupSummary['files'], null>> {
  const copied: Exclude<BackupSummary['files'], null> = {}
  const folders = new Set<string>()
  for (const path of pathsBelow(from)) {
    // An image may be destroyed since it was listed.
    const bytes = await ifThere(readFile(join(from, path)))
    if (bytes === undefined) continue
    mkdirSync(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    await writeToDisk(join(to, path), bytes)
    copied[path] = { bytes: bytes.length, sha256: sha256Of(bytes) }
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(join(to, above))
    folders.add(to)
  }
  for (const each of folders) await forceToDisk(each)
  return copied
}

/** Complete files only, and no exports. */
function pathsBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((path) => ![restoringFolder, exportsFolder].some((folder) => path.startsWith(join(folder, '/'))))
    .sort()
}
