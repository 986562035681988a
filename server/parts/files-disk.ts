/** Files in a folder: a file is written beside its place, forced to disk, and put in its place by a rename. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasErrorCode } from './error-code.ts'
import type { Files } from './files.ts'
import { FilesAwayError } from './files-away.ts'
import { requireFolder } from './folder.ts'

/** Opens the folder, and makes it first if need be. */
export function openDiskFiles(dir: string): Files {
  requireFolder(dir, 'The folder of files')
  return {
    async put(key, bytes) {
      const path = join(dir, key)
      const beside = `${path}.${randomUUID()}.new`
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
        return await readFile(join(dir, key))
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined
        throw new FilesAwayError('reading', error)
      }
    },
    async remove(key) {
      try {
        await rm(join(dir, key), { force: true })
      } catch (error) {
        throw new FilesAwayError('removing', error)
      }
    },
    close: () => {},
  }
}

async function writeToDisk(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name in a folder is on disk only when the folder is. */
async function forceToDisk(folder: string): Promise<void> {
  const file = await open(folder, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
