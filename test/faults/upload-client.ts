/**
 * A client that submits verifications without end, each with a key of its own, and writes down what it was told of
 * each.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { hasErrorCode } from '#server/platform/error-code'
import { newPicture } from '../support/test-pictures.ts'

export interface Upload {
  readonly apiKey: string
  readonly key: string
  readonly body: string
  /** The verification that was acknowledged; undefined when the answer was lost. */
  id: string | undefined
}

export interface UploadJournal {
  readonly uploads: Upload[]
  /** How many calls each origin has in hand, and has acknowledged. */
  readonly inHand: Map<string, number>
  readonly done: Map<string, number>
  /** Answers that no fault explains. */
  readonly surprises: string[]
}

/** Requests of one account: below what it may send in an hour, and store. */
const uploadsPerAccount = 10

/** What is answered where there is too much to do at the moment; nothing is done then. */
const busy = 503

/** Milliseconds before the next call after one that failed. */
const pauseMs = 50

/** Submits until `ending`. */
export async function uploadOn(journal: UploadJournal, origins: readonly string[], ending: AbortSignal): Promise<void> {
  let apiKey: string | undefined
  for (let count = 0; !ending.aborted; count++) {
    if (apiKey === undefined || count % uploadsPerAccount === 0) apiKey = await newAccount(origins)
    if (apiKey === undefined) continue
    const image = (await newPicture().png().toBuffer()).toString('base64')
    const npi = String(randomInt(1_000_000_000, 2_000_000_000))
    const body = JSON.stringify({ npi, credential: 'MD', type: 'personal', image })
    const upload: Upload = { apiKey, key: randomUUID(), body, id: undefined }
    while (!ending.aborted && !(await submit(journal, origins[randomInt(origins.length)] ?? '', upload)))
      await wait(pauseMs)
    journal.uploads.push(upload)
  }
}

/** Makes the call, again if it was made before; false when nobody was there to take it, or had the time. */
export async function submit(journal: UploadJournal, origin: string, upload: Upload): Promise<boolean> {
  const { apiKey, key, body } = upload
  add(journal.inHand, origin, 1)
  try {
    const headers = { 'api-key': apiKey, 'idempotency-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/verifications`, { method: 'POST', headers, body })
    const answered: unknown = await answer.json()
    if (answer.status === busy) return false
    if (answer.status === 201) {
      upload.id = z.object({ id: z.string() }).parse(answered).id
      add(journal.done, origin, 1)
    } else journal.surprises.push(`${answer.status} ${JSON.stringify(answered)}`)
    return true
  } catch (error) {
    if (!isAway(error)) throw error
    return !(error instanceof Error && hasErrorCode(error.cause, 'ECONNREFUSED'))
  } finally {
    add(journal.inHand, origin, -1)
  }
}

function add(counts: Map<string, number>, origin: string, change: number): void {
  counts.set(origin, (counts.get(origin) ?? 0) + change)
}

/** The process was not there, or went while it had the call in hand. */
function isAway(error: unknown): boolean {
  return error instanceof TypeError || hasErrorCode(error, 'UND_ERR_SOCKET')
}

/** The key of a new account; undefined when a process that made it went on the way, or had no time. */
async function newAccount(origins: readonly string[]): Promise<string | undefined> {
  const origin = origins[randomInt(origins.length)] ?? ''
  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const [email, password] = [`${randomUUID()}@example.org`, randomUUID()]
  try {
    await post('/signup', { email, password, phone: '212-555-0101' })
    const login = await post('/login', { email, password })
    if (login.status === busy) return undefined
    const { token } = z.object({ token: z.string() }).parse(await login.json())
    const me = await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${token}` } })
    return z.object({ apiKey: z.string() }).parse(await me.json()).apiKey
  } catch (error) {
    if (!isAway(error)) throw error
    await wait(pauseMs)
    return undefined
  }
}
