/** A store of the registry in a folder: files are written to a temporary name, synced and renamed. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RegistryStore } from '#registry/store/store'
import { hasErrorCode } from '../error-code.ts'

export function openFolderStore(dir: string): RegistryStore {
  return {
    name: dir,
    async open(key, signal) {
      try {
        const file = await open(join(dir, key), 'r')
        const { size } = await file.stat()
        return { bytes: size, content: file.createReadStream({ signal }) }
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined
        throw error
      }
    },
    async put(key, content) {
      const path = join(dir, key)
      const beside = `${path}.${randomUUID()}.new`
      try {
        await mkdir(dirname(path), { recursive: true })
        await pipeline(content, createWriteStream(beside, { flags: 'wx', flush: true }))
        await rename(beside, path)
      } catch (error) {
        await rm(beside, { force: true }).catch(() => {})
        throw error
      }
    },
    close: () => {},
  }
}
