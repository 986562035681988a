/**
 * Reads the documents of verifications after they were submitted, one after the other, and adds what was found to their checks. A
 * document that cannot be read three times over is unknown, as is one whose image is gone; one that was decided meanwhile is left as
 * it is. A process that dies leaves its document to be read again when its lease ends. While the store of images is away, documents
 * wait, however long that takes.
 */
import { dayStillRunning } from '#contract/days'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { type ExpectedFields, findFields } from '../documents/find-fields.ts'
import type { DocumentReader } from '../documents/read-document.ts'
import type { Images } from '../images/images.ts'
import type { Database } from '../platform/database/database.ts'
import { FilesAwayError } from '../platform/files/away.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { addChecks, claimUnread, postpone, type UnreadDocument } from './reading-store.ts'
import { askRegistry } from './registry-facts.ts'

interface ReadingParts {
  database: Database
  registry: RegistrySource
  images: Images
  reader: DocumentReader
}

/** Milliseconds between two looks when nothing is due. */
const intervalMs = 1_000

/** How often a document is tried. */
const attemptsMax = 3

/** Seconds that one attempt has, more than the reader takes at most; and the pause before the next one. */
const leaseSeconds = 120
const pauseSeconds = 10

/** Reads documents until it is closed. */
export function keepReading(parts: ReadingParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Documents wait to be read: ${reason}.`)
  return keepDoing(() => readNext(parts), { everyMs: intervalMs, onAway })
}

/** Reads one document that is due; answers whether there was one. */
export async function readNext({ database: { db }, registry, images, reader }: ReadingParts): Promise<boolean> {
  if (registry.current() === undefined) return false
  const document = await claimUnread(db, leaseSeconds)
  if (document === undefined) return false
  const isLast = document.attempt >= attemptsMax
  const giveBack = async (error: unknown): Promise<never> => {
    if (error instanceof FilesAwayError) await postpone(db, document, { seconds: pauseSeconds, isCounted: false })
    throw error
  }
  // One that was taken three times and never finished is not tried again: it may be what ended the process.
  const stored = document.attempt > attemptsMax ? undefined : await images.read(document.imageId).catch(giveBack)
  const text = stored === undefined ? undefined : await reader.read(stored.webp)
  if (stored !== undefined && text === undefined && !isLast) {
    await postpone(db, document, { seconds: pauseSeconds, isCounted: true })
    return true
  }
  // Another version may serve since the reading began, and the one before be closed.
  const current = registry.current()
  if (current === undefined) throw new Error('The registry that was there has gone.')
  await addChecks(db, document, findFields(text, expectedOf(document, current)))
  return true
}

function expectedOf({ npi, credential }: UnreadDocument, registry: Registry): ExpectedFields {
  const { facts } = askRegistry(registry, npi)
  const now = new Date()
  const days = { today: now.toISOString().slice(0, 10), dayRunning: dayStillRunning(now) }
  if (facts?.kind !== 'individual') return { names: [], licenses: [], credential, ...days }
  return { names: facts.names, licenses: facts.licenses, credential, ...days }
}
