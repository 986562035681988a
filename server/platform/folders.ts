import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasErrorCode, reasonOf } from './error-code.ts'

/** Makes sure that the folder exists and can be read and written; throws an Error with one sentence about `what`. */
export function requireFolder(path: string, what: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `${what} ${path} cannot be used: expected a folder that this account may read and write; got ${reasonOf(error)}.`,
    )
  }
}

/** Level by level: Node's recursive mkdir never returns where no folder can be made, as below /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const isMadeByAnother = hasErrorCode(error, 'EEXIST') && statSync(path).isDirectory()
    if (!isMadeByAnother) throw error
  }
}

/** Files and names that survive a power cut. */

/** Writes a new file for its owner alone and syncs it. */
export async function writeToDisk(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true })
}

/** A name is on disk only when its folder is synced. */
export async function forceToDisk(folder: string): Promise<void> {
  const file = await open(folder, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export function forceToDiskSync(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Undefined where the file or folder to be read does not exist. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}
