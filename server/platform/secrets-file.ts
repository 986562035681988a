/**
 * The secret when none is set: a file in the data folder, made on first start, for its owner alone. None is made beside
 * existing data, which would hide that the old one is missing.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SecretSettings } from '../settings.ts'
import { secretKeyBytes } from '../settings-formats.ts'
import type { DatabaseChoice } from './database/database.ts'
import { hasErrorCode, reasonOf } from './error-code.ts'
import type { FilesChoice } from './files/files.ts'
import { forceToDiskSync } from './folders.ts'
import { openSecrets, type Secrets } from './secrets.ts'

interface SecretPlaces extends SecretSettings {
  dataDir: string
  database: DatabaseChoice
  files: FilesChoice
}

/** From the settings, else the key file, with previous ones. Throws an Error when it is bad, or missing beside data. */
export function secretsOf(places: SecretPlaces, { makesFile }: { makesFile: boolean }): Secrets {
  const { secretKey, secretKeysPrevious, dataDir } = places
  const path = join(dataDir, 'secret.key')
  if (secretKey === undefined && !existsSync(path)) {
    const data = dataBeside(places)
    if (data !== undefined) {
      throw new Error(
        `There is no ${path}, but data in ${data}: put back the one that the data was made with, or set SECRET_KEY.`,
      )
    }
    if (!makesFile) throw new Error(`There is no ${path}: put the one of the installation there, or set SECRET_KEY.`)
  }
  return openSecrets(secretKey ?? fromFile(path, dataDir), secretKeysPrevious)
}

function dataBeside({ database, files }: SecretPlaces): string | undefined {
  if (database.kind === 'embedded' && existsSync(join(database.dir, 'cluster'))) return database.dir
  return files.kind === 'disk' && existsSync(files.dir) && readdirSync(files.dir).length > 0 ? files.dir : undefined
}

function fromFile(path: string, dataDir: string): Buffer {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (statSync(path, { throwIfNoEntry: false }) === undefined) makeFile(path)
    return readFile(path)
  } catch (error) {
    throw new Error(`The key file ${path} cannot be used: ${reasonOf(error)}.`)
  }
}

/** Several processes may race: the first to link its file wins. */
function makeFile(path: string): void {
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${randomBytes(secretKeyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(own)
  }
  forceToDiskSync(dirname(path))
}

function readFile(path: string): Buffer {
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0) {
    throw new Error(`expected a file that only its owner may read (mode 600); got mode ${mode.toString(8)}`)
  }
  const secret = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (secret.length !== secretKeyBytes) {
    throw new Error(`expected ${secretKeyBytes} bytes in base64; got ${secret.length} bytes`)
  }
  return secret
}
