/** Reads which version of a registry serves. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Current, currentFile, jsonBytesMax, parseCurrent } from '#registry/format'
import { RegistryError } from './json-reader.ts'
import { hasErrorCode, messageOf } from './thrown.ts'

/**
 * What `current.json` of a registry folder says, or undefined while no version was ever announced there. Fails with a
 * RegistryError when the file is not what it should be.
 */
export async function readCurrent(registryDir: string): Promise<Current | undefined> {
  let bytes: Buffer
  try {
    bytes = await readFile(join(registryDir, currentFile))
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw new RegistryError(currentFile, `could not be read: ${messageOf(error)}`)
  }
  if (bytes.length > jsonBytesMax) {
    throw new RegistryError(currentFile, `expected at most ${jsonBytesMax} bytes, got ${bytes.length}`)
  }
  return parseCurrent(bytes.toString('utf8'))
}
