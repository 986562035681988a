/** Files in a folder, each written to a temporary name, synced and renamed. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { forceToDisk, ifThere, requireFolder, writeToDisk } from '../folders.ts'
import { FilesAwayError } from './away.ts'
import type { Files } from './files.ts'

export function openDiskFiles(dir: string): Files {
  requireFolder(dir, 'The folder of files')
  return {
    async put(key, bytes) {
      const path = join(dir, key)
      const beside = `${path}.${randomUUID()}${besideEnd}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeToDisk(beside, bytes)
        await rename(beside, path)
        await forceToDisk(dirname(path))
      } catch (error) {
        await rm(beside, { force: true }).catch(() => {})
        throw new FilesAwayError('writing', error)
      }
    },
    async get(key) {
      try {
        return await ifThere(readFile(join(dir, key)))
      } catch (error) {
        throw new FilesAwayError('reading', error)
      }
    },
    async remove(key) {
      try {
        await removeWithLeftovers(join(dir, key))
      } catch (error) {
        throw new FilesAwayError('removing', error)
      }
    },
    close: () => {},
  }
}

const besideEnd = '.new'

/** Removes what a killed process left half written. */
async function removeWithLeftovers(path: string): Promise<void> {
  await rm(path, { force: true })
  for (const name of (await ifThere(readdir(dirname(path)))) ?? []) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(besideEnd)) continue
    await rm(join(dirname(path), name), { force: true })
  }
}
