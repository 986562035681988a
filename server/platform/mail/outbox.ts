/** Mail as files for a mail program, in a folder for our account alone. A repeat is one file; the oldest go. */
import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { requireFolder } from '../folders.ts'
import type { Mail, Sender } from './mail.ts'
import { composed } from './message.ts'

/** Above the sum of both, the oldest files go. */
const messagesMax = 1_000
const messagesBeyondMax = 100

const messageFile = '.eml'

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

/** Earliest first, by file time; the name, when the message was written, decides between equals. */
export async function messagesByArrival(dir: string): Promise<string[]> {
  const names = (await messagesIn(dir)).sort()
  const files = await Promise.all(names.map(async (name) => ({ name, cameMs: await cameMs(join(dir, name)) })))
  return files.sort((a, b) => a.cameMs - b.cameMs).map(({ name }) => name)
}

async function makeRoom(dir: string): Promise<void> {
  const count = (await messagesIn(dir)).length
  if (count <= messagesMax + messagesBeyondMax) return
  const names = await messagesByArrival(dir)
  const oldest = names.slice(0, Math.max(0, names.length - messagesMax))
  await Promise.all(oldest.map((name) => rm(join(dir, name), { force: true })))
}

async function messagesIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith(messageFile))
}

async function cameMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}
