/**
 * Seals anew, with the present secret, all that was sealed with one before, so that the one before is needed no more. It promises that
 * nothing stops working on the way, for a process that knows both, though guesses and other attempts are counted under each present
 * secret from nothing; that it may be killed at any moment and run again; that what an image is encrypted with is sealed anew and its
 * bytes are left as they are; and that it fails, and the database goes on to belong to the secret before, where anything opens with
 * none of the secrets that are known. It takes the role that owns the tables.
 */
import type { Kysely } from 'kysely'
import { changeChainKey } from '../audit/change-key.ts'
import { recordEvent } from '../audit/record.ts'
import { sealAll } from '../audit/seal.ts'
import { callbackKey } from '../callbacks/callback-secret.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { noteSecret, placeOfSecret } from '../platform/secrets-check.ts'
import { type SealedKind, type SealedThing, sealedKinds } from './sealed-kinds.ts'

interface Parts {
  database: Database
  secrets: Secrets
}

interface Rewrapped {
  /** How many of each kind were sealed anew, by its name. */
  counts: Record<string, number>
  /** The row of the audit log from which on its chain has the key of the present secret; undefined where it had before. */
  chainFrom: number | undefined
  /** Whether anything was changed at all. */
  isChanged: boolean
}

/** Things that are read at once, and that are named when they do not open. */
const pageSize = 500
const namedMax = 10

/** Seals everything anew. Throws an Error with one sentence when something opens with none of the secrets. */
export async function rewrap(parts: Parts): Promise<Rewrapped> {
  const { database, secrets } = parts
  // Before the database belongs to another secret than the one that calls were signed by.
  await callbackKey(parts)
  const chainFrom = await changeChainKey(parts)
  const { counts, stuck } = await database.asOwner((db) => sealAnew(db, secrets))
  if (stuck.length > 0) throw stuckError(stuck)
  const isMoved = (await placeOfSecret(database.db, secrets)) !== 0
  const isChanged = isMoved || chainFrom !== undefined || Object.values(counts).some((count) => count > 0)
  if (isChanged) {
    await database.asOwner((db) =>
      inTransaction({ db }, async (trx) => {
        await noteSecret(trx, secrets)
        await recordEvent(trx, {
          actor: 'operator',
          action: 'secret.changed',
          subject: 'installation',
          details: counts,
        })
      }),
    )
    await sealAll(parts, () => {})
  }
  return { counts, chainFrom, isChanged }
}

async function sealAnew(db: Kysely<Tables>, secrets: Secrets) {
  const counts: Record<string, number> = {}
  const stuck: string[] = []
  for (const kind of sealedKinds) {
    counts[kind.name] = 0
    for await (const thing of all(db, kind)) {
      const outcome = await sealOneAnew(db, secrets, kind, thing)
      if (outcome === 'anew') counts[kind.name] = (counts[kind.name] ?? 0) + 1
      if (outcome === 'stuck') stuck.push(`${thing.id} of the ${kind.name}`)
    }
  }
  return { counts, stuck }
}

async function* all(db: Kysely<Tables>, kind: SealedKind): AsyncGenerator<SealedThing> {
  let after = { accountId: '', id: '' }
  for (;;) {
    const page = await kind.read(db, after, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last
  }
}

/** One at a time: whoever changes several at once, as deleting an account does, never waits for more than one of ours. */
async function sealOneAnew(db: Kysely<Tables>, secrets: Secrets, kind: SealedKind, thing: SealedThing) {
  if (secrets.isSealedByPresent(thing.sealed, thing.owner)) return 'kept'
  let text: string
  try {
    text = secrets.unseal(thing.sealed, thing.owner)
  } catch {
    return 'stuck'
  }
  await kind.write(db, thing, { sealed: secrets.seal(text, thing.owner), text, secrets })
  return 'anew'
}

function stuckError(stuck: readonly string[]): Error {
  const named = stuck.slice(0, namedMax).join(', ')
  const more = stuck.length > namedMax ? ` and ${stuck.length - namedMax} more` : ''
  return new Error(
    `Not done: ${named}${more} opened with none of the secrets. Name the secret they were sealed with in SECRET_KEY_PREVIOUS and run it again, and keep the previous secret until then; what is damaged has to be deleted first.`,
  )
}
