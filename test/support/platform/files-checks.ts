/** What every store of files promises, whichever it is; the tests of each implementation run this list. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FilesAwayError } from '../../../server/platform/files/away.ts'
import type { Files } from '../../../server/platform/files/files.ts'

export interface CheckedStore {
  files: Files
  /** Everything that the store holds, as it lies there. */
  contents(): Promise<Buffer[]>
  /** Lets the store fail from now on, or work again. */
  fail(isFailing: boolean): Promise<void> | void
  close(): Promise<void> | void
}

/** Declares the checks for a store that `open` opens, empty. */
export function checkFiles(name: string, open: () => Promise<CheckedStore>): void {
  describe(`${name}, as every store of files,`, () => {
    let store: CheckedStore
    let files: Files
    beforeAll(async () => {
      store = await open()
      files = store.files
    })
    afterAll(() => store.close())
    const newKey = () => `images/${randomUUID()}`

    it.each([0, 1, 100_000, 3_000_000])('gives back %d bytes as they were put', async (length) => {
      const key = newKey()
      const bytes = randomBytes(length)
      await files.put(key, bytes)
      expect((await files.get(key))?.equals(bytes)).toBe(true)
    })

    it('has nothing under a key that was never put', async () => {
      expect(await files.get(newKey())).toBeUndefined()
    })

    it('keeps the last bytes of a key', async () => {
      const key = newKey()
      await files.put(key, Buffer.from('first'))
      await files.put(key, Buffer.from('second'))
      expect(await files.get(key)).toEqual(Buffer.from('second'))
    })

    it('removes, and does not mind when there is nothing to remove', async () => {
      const key = newKey()
      await files.put(key, Buffer.from('there'))
      await files.remove(key)
      expect(await files.get(key)).toBeUndefined()
      await files.remove(key)
    })

    it.each(['', '/', 'a/../b', '../b', 'A', 'a b', 'a/', '/a', 'a//b', `${'a'.repeat(65)}`])(
      'takes no key like %j',
      async (key) => {
        await expect(files.get(key)).rejects.toThrow(/expected the key of a file/)
        await expect(files.put(key, Buffer.alloc(1))).rejects.toThrow(/expected the key of a file/)
      },
    )

    it('says that it is away when it fails, leaves nothing half written, and goes on afterwards', async () => {
      const key = newKey()
      await files.put(key, Buffer.from('before'))
      const before = (await store.contents()).length
      await store.fail(true)
      await expect(files.put(key, Buffer.from('lost'))).rejects.toThrow(FilesAwayError)
      await expect(files.put(newKey(), Buffer.from('lost'))).rejects.toThrow(FilesAwayError)
      await store.fail(false)
      expect(await files.get(key)).toEqual(Buffer.from('before'))
      expect((await store.contents()).length).toBe(before)
      await files.put(key, Buffer.from('after'))
      expect(await files.get(key)).toEqual(Buffer.from('after'))
    })
  })
}
