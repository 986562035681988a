/** Letters in an outbox, for tests: as a mail program reads them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'

/** Waits until the outbox in `dir` holds a letter to this address whose subject has these words; answers the latest one. */
export async function letterTo(dir: string, address: string, words: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const letters = await lettersIn(dir)
      const found = letters.findLast(({ to, subject }) => to?.[0]?.address === address && subject?.includes(words))
      if (found === undefined) throw new Error(`no letter "${words}" to ${address} among ${letters.length}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )
}

/** Every letter in the outbox, the oldest first. */
export async function lettersIn(dir: string): Promise<Email[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))))
}
