/** Reads an outbox that thousands of letters come to: each of them once. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'

export interface OutboxReader {
  /** The text of a letter with a link to reset the password; undefined when none came in time. */
  resetLetterTo(address: string, ending: AbortSignal): Promise<string | undefined>
  /** Whether such a letter is there. */
  hasResetLetterTo(address: string): Promise<boolean>
}

const pollMs = 100

/** A reader of the outbox in this folder, which need not be there yet; a letter is waited for as long as `waitMs`. */
export function openOutboxReader(dir: string, waitMs = 5_000): OutboxReader {
  const seen = new Set<string>()
  const resets = new Map<string, string>()
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const names = await readdir(dir).catch(() => [])
    for (const name of names.filter((name) => name.endsWith('.eml') && !seen.has(name))) {
      const file = await readFile(join(dir, name)).catch(() => undefined)
      if (file === undefined) continue
      seen.add(name)
      const { to, subject, text } = await PostalMime.parse(file)
      if (subject?.includes('eset')) resets.set(to?.[0]?.address ?? '', text ?? '')
    }
  }
  const readShared = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    async resetLetterTo(address, ending) {
      const until = performance.now() + waitMs
      while (!resets.has(address) && performance.now() < until && !ending.aborted) {
        await wait(pollMs)
        await readShared()
      }
      return resets.get(address)
    },
    async hasResetLetterTo(address) {
      await readShared()
      return resets.has(address)
    },
  }
}
