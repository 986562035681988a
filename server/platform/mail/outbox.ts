/**
 * Mail as files: each message a file of its own, as a mail program reads it, in a folder that only the product's own
 * account may read. A message that is written twice is one file. The oldest files make room for new ones.
 */
import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { requireFolder } from '../folder.ts'
import type { Mail, Sender } from './mail.ts'
import { composed } from './message.ts'

/**
 * Messages that the folder keeps, and how many more there may be before the first ones go: they are looked at one by
 * one then.
 */
const messagesMax = 1_000
const messagesBeyondMax = 100

/** How the files end. */
const messageFile = '.eml'

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

/**
 * The files of the messages in the folder, that of the first to come first. When a message came is told by its file:
 * its name tells when it was written, and one that waited long for its turn has only just come. Of those that came
 * together, the name decides.
 */
export async function messagesByArrival(dir: string): Promise<string[]> {
  const names = (await messagesIn(dir)).sort()
  const files = await Promise.all(names.map(async (name) => ({ name, cameMs: await cameMs(join(dir, name)) })))
  return files.sort((a, b) => a.cameMs - b.cameMs).map(({ name }) => name)
}

/** Removes the messages that came first, once there are too many. */
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

/** When a file was written; long ago for one that another process has removed meanwhile. */
async function cameMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}
