/**
 * Backs up what is lost with the machine: every table, as it was at one moment while the server goes on, and the images on disk.
 * The secret is not in it, since who has both has everything: it is kept apart. Files are copied after the tables were read, so that
 * no image that the tables know is missing but one that was destroyed meanwhile.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Transaction } from 'kysely'
import type { Database } from '../parts/database.ts'
import type { Tables } from '../parts/database-tables.ts'
import { hasErrorCode } from '../parts/error-code.ts'
import type { FilesChoice } from '../parts/files.ts'
import { type BackupSummary, filesFolder, restoringFolder, sha256Of, summaryFile, tableFile } from './backup-folder.ts'
import { linesOf, migrationsOf, tablesInOrder } from './table-text.ts'

/** Writes a backup into a folder that is empty or not there. Throws an Error with one sentence when it is neither. */
export async function backUp(
  { database, files }: { database: Database; files: FilesChoice },
  folder: string,
  now: Date,
): Promise<BackupSummary> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`The folder ${folder} is not empty: name one that is, or that does not exist yet.`)
  }
  mkdirSync(dirname(join(folder, tableFile('any'))), { recursive: true, mode: 0o700 })
  // As the owner, since what has made the tables is none of what calls may read.
  const { tables, migrations } = await database.asOwner(
    (db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => ({ migrations: await migrationsOf(trx), tables: await writeTables(trx, folder) })),
    true,
  )
  const summary: BackupSummary = {
    format: 1,
    madeAt: now.toISOString(),
    migrations,
    tables,
    files: files.kind === 'disk' ? await copyFiles(files.dir, join(folder, filesFolder)) : null,
  }
  await writeFile(join(folder, summaryFile), `${JSON.stringify(summary, undefined, 2)}\n`, { flush: true })
  return summary
}

async function writeTables(trx: Transaction<Tables>, folder: string): Promise<BackupSummary['tables']> {
  const tables: BackupSummary['tables'] = {}
  for (const table of await tablesInOrder(trx)) {
    const hash = createHash('sha256')
    const file = createWriteStream(join(folder, tableFile(table)), { flags: 'wx', mode: 0o600, flush: true })
    let rows = 0
    for await (const lines of linesOf(trx, table)) {
      const text = `${lines.join('\n')}\n`
      rows += lines.length
      hash.update(text)
      if (!file.write(text)) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
    tables[table] = { rows, sha256: hash.digest('hex') }
  }
  return tables
}

async function copyFiles(from: string, to: string): Promise<Exclude<BackupSummary['files'], null>> {
  const copied: Exclude<BackupSummary['files'], null> = {}
  for (const path of pathsBelow(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    try {
      await copyFile(join(from, path), join(to, path))
    } catch (error) {
      // Destroyed since it was listed.
      if (hasErrorCode(error, 'ENOENT')) continue
      throw error
    }
    const bytes = await readFile(join(to, path))
    copied[path] = { bytes: bytes.length, sha256: sha256Of(bytes) }
  }
  return copied
}

/** Files that are whole; those that were being written have an ending or a folder of their own. */
function pathsBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((path) => !path.startsWith(join(restoringFolder, '/')))
    .sort()
}
