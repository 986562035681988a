/** Letters in an outbox, for tests: as a mail program reads them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import type { MailChoice } from '#server/platform/mail/mail'

/** Waits until the outbox holds a letter to this address whose subject has these words; answers the latest one. */
export async function emailTo(mail: MailChoice, address: string, words: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const letters = await emailsIn(mail)
      const found = letters.findLast(({ to, subject }) => to?.[0]?.address === address && subject?.includes(words))
      if (found === undefined) throw new Error(`no letter "${words}" to ${address} among ${letters.length}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )
}

/** Every letter in the outbox, the oldest first. */
export async function emailsIn(mail: MailChoice): Promise<Email[]> {
  if (mail.kind !== 'outbox') throw new Error('expected an outbox; this server sends its letters')
  const { dir } = mail
  const names = (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))))
}
