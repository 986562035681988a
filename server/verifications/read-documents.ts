/**
 * Reads the documents of submitted verifications, one after the other, and adds the findings to their checks; the board
 * is asked about a license that one shows. A document that cannot be read three times is unknown, as is one whose image
 * is gone; one that was decided meanwhile stays as it is. While the store of images is away, documents wait.
 */
import { type Kysely, sql } from 'kysely'
import { dayStillRunning } from '#contract/days'
import type { Check } from '#contract/verifications'
import type { RegistrySource } from '#registry/search/follow'
import { type ExpectedFields, findFields, shownLicense } from '../documents/find-fields.ts'
import type { DocumentReader } from '../documents/read-document.ts'
import type { Images } from '../images/images.ts'
import { claim, type Job, leased, type Queue } from '../jobs/queue.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { FilesAwayError } from '../platform/files/away.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { secondsFromNow } from '../platform/times.ts'
import type { LicenseAsked } from './license-checks.ts'
import { type RegistryEntry, readRegistry } from './registry-facts.ts'
import { askBoards } from './source-checks.ts'
import { licenseColumns, mergedChecks } from './verification-store.ts'

interface ReadingParts {
  database: Database
  registry: RegistrySource
  images: Images
  reader: DocumentReader
}

const intervalMs = 1_000

const attemptsMax = 3
const pauseSeconds = 10

const queue: Queue<'verifications'> = {
  table: 'verifications',
  key: ['account_id', 'id'],
  isDue: sql`status = 'pending' and read_due_at <= now()`,
  // Reading may take a minute: the account with the fewest attempts in the last hour is served first.
  orderBy: sql`(select coalesce(sum(other.read_attempts), 0) from verifications other
    where other.account_id = verifications.account_id and other.created_at > now() - interval '1 hour'), read_due_at`,
  // Longer than the reader takes at most.
  onClaim: leased(120, { dueAt: 'read_due_at', attempts: 'read_attempts' }),
}

/** `read_attempts` includes this attempt. */
type UnreadDocument = Job<'verifications'>

export function keepReading(parts: ReadingParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Documents wait to be read: ${reason}.`)
  return keepDoing(() => readNext(parts), { name: 'documents', everyMs: intervalMs, onAway })
}

export async function readNext({ database: { db }, registry, images, reader }: ReadingParts): Promise<boolean> {
  if (registry.current() === undefined) return false
  const document = await claimUnread(db)
  if (document === undefined) return false
  const attempt = document.read_attempts
  const giveBack = async (error: unknown): Promise<never> => {
    if (error instanceof FilesAwayError) await postponeReading(db, document, pauseSeconds, attempt - 1)
    throw error
  }
  // One that was claimed three times and never finished may be what ended the process.
  const stored = attempt > attemptsMax ? undefined : await images.read(document.image_id).catch(giveBack)
  const text = stored === undefined ? undefined : await reader.read(stored.webp)
  if (stored !== undefined && text === undefined && attempt < attemptsMax) {
    await postponeReading(db, document, pauseSeconds)
    return true
  }
  // Another version may serve by now, and the one before be closed.
  const current = registry.current()
  if (current === undefined) throw new Error('The registry that was there has gone.')
  const entry = readRegistry(current, document.npi)
  const expected = expectedOf(document, entry)
  const fields = findFields(text, expected)
  const shown = text === undefined || document.license_from === 'request' ? undefined : shownLicense(text, expected)
  if (shown === undefined) await addChecks(db, document, fields)
  else {
    const license: LicenseAsked = { ...shown, from: 'document' }
    const { npi, credential } = document
    const { checks } = await askBoards(db, { npi, credential, license, entry })
    await addChecks(db, document, [...checks, ...fields], license)
  }
  return true
}

function expectedOf({ credential }: UnreadDocument, { facts }: RegistryEntry): ExpectedFields {
  const now = new Date()
  const days = { today: now.toISOString().slice(0, 10), dayRunning: dayStillRunning(now) }
  if (facts?.kind !== 'individual') return { names: [], licenses: [], credential, ...days }
  return { names: facts.names, licenses: facts.licenses, credential, ...days }
}

export async function claimUnread(db: Kysely<Tables>): Promise<UnreadDocument | undefined> {
  return (await claim(db, queue, 1))[0]
}

/** `attempts` is how many count from then on. */
export async function postponeReading(
  db: Kysely<Tables>,
  document: UnreadDocument,
  seconds: number,
  attempts = document.read_attempts,
): Promise<void> {
  await unfinished(db, document)
    .set({ read_due_at: secondsFromNow(seconds), read_attempts: attempts })
    .execute()
}

async function addChecks(
  db: Kysely<Tables>,
  document: UnreadDocument,
  checks: readonly Check[],
  license: LicenseAsked | null = null,
): Promise<void> {
  const added = mergedChecks(sql`${JSON.stringify(checks)}::jsonb`)
  await unfinished(db, document)
    .set({ checks: added, read_due_at: null, ...licenseColumns(license) })
    .where('status', '=', 'pending')
    .execute()
}

/** Nothing where another process has claimed it since, or it is finished. */
function unfinished(db: Kysely<Tables>, { account_id, id, read_attempts }: UnreadDocument) {
  return db
    .updateTable('verifications')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('read_due_at', 'is not', null)
    .where('read_attempts', '=', read_attempts)
}
