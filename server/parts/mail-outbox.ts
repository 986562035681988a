/**
 * Mail as files: each message a file of its own, as a mail program reads it, in a folder that only the product's own account
 * may read. A message that is written twice is one file. The oldest files make room for new ones.
 */
import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Sender } from '../settings-mail.ts'
import { requireFolder } from './folder.ts'
import type { Mail } from './mail.ts'
import { composed } from './mail-message.ts'

/** Messages that the folder keeps. */
const messagesMax = 1_000

/** How the files end. */
export const messageFile = '.eml'

/** An outbox in this folder, which is made when the first message comes. */
export function openOutbox(dir: string, from: Sender): Mail {
  const writer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message) {
      const { message: bytes } = await writer.sendMail(composed(message, from))
      requireFolder(dir, 'The outbox')
      const unfinished = join(dir, `.${randomUUID()}`)
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
      await rename(unfinished, join(dir, `${message.id}${messageFile}`))
      await makeRoom(dir)
    },
    async close() {},
  }
}

/** Names of messages begin with the time of their writing, so the first of them are the oldest. */
async function makeRoom(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name.endsWith(messageFile)).sort()
  const oldest = names.slice(0, Math.max(0, names.length - messagesMax))
  await Promise.all(oldest.map((name) => rm(join(dir, name), { force: true })))
}
