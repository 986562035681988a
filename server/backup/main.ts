/** `backup FOLDER`, also while the server runs; `restore FOLDER` into an empty installation. Exit code 0 or 1. */
import { resolve } from 'node:path'
import { openDatabase, openDatabaseBeside } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import { requireFolder } from '../platform/folders.ts'
import { checkSecretFits } from '../platform/secrets-check.ts'
import { secretsOf } from '../platform/secrets-file.ts'
import { loadSettings } from '../settings.ts'
import { backUp } from './back-up.ts'
import type { BackupSummary } from './backup-folder.ts'
import { restore } from './restore.ts'

const warn = (sentence: string) => process.stderr.write(`${sentence}\n`)

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  warn(error instanceof Error ? error.message : reasonOf(error))
  process.exitCode = 1
}

async function run([command, folder, ...more]: string[]): Promise<string> {
  if ((command !== 'backup' && command !== 'restore') || folder === undefined || more.length > 0) {
    throw new Error('Usage: npm run backup -- FOLDER, or npm run restore -- FOLDER')
  }
  const settings = loadSettings()
  // Before the database creates it for another account.
  requireFolder(settings.dataDir, 'The data folder')
  const secrets = secretsOf(settings, { makesFile: false })
  const events = { onWarning: warn, onLost: (error: Error) => warn(error.message) }
  // Restoring may create a database; a running one is not empty.
  const open = command === 'backup' ? openDatabaseBeside : openDatabase
  const database = await open(settings.database, events)
  const parts = { database, secrets, files: settings.files }
  try {
    const dir = resolve(folder)
    if (command === 'backup') {
      await checkSecretFits(database, secrets)
      const summary = await backUp(parts, dir, new Date())
      return `Backed up to ${dir}: ${countsOf(summary)}. The backup does not include the secret.`
    }
    return `Restored from ${dir}: ${countsOf(await restore(parts, dir))}. All sessions and shares have ended, and earlier links no longer work.`
  } finally {
    await database.close()
  }
}

function countsOf({ tables, files }: BackupSummary): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const kept = files === null ? 'the images stay in their bucket' : `${Object.keys(files).length} images`
  return `${rows} rows of ${Object.keys(tables).length} tables, ${kept}`
}
