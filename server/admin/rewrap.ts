/**
 * Re-seals with the present secret everything an earlier one sealed. Processes that know both go on meanwhile, but
 * attempt counts restart. It may be killed and run again. What no known secret opens is named, and its kind stays
 * unchanged. Needs the role that owns the tables.
 */
import type { Kysely } from 'kysely'
import { changeChainKey } from '../audit/change-key.ts'
import { recordEvent } from '../audit/record.ts'
import { sealAll } from '../audit/seal.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { noteSecret, placeOfSecret } from '../platform/secrets-check.ts'
import { callbackKey } from '../webhooks/callback-secret.ts'
import { readSealed, type SealedKind, type SealedThing, sealedKinds, writeSealed } from './sealed-kinds.ts'

interface Rewrapped {
  /** Counts by kind. */
  counts: Record<string, number>
  /** The audit row from which its chain uses the present secret's key; undefined where it already did. */
  chainFrom: number | undefined
  isChanged: boolean
}

const pageSize = 500
const namedMax = 10

/** Throws an Error with one sentence when something opens with none of the secrets. */
export async function rewrap(parts: { database: Database; secrets: Secrets }): Promise<Rewrapped> {
  const { database, secrets } = parts
  // Before the database counts as the present secret's.
  await callbackKey(parts)
  const chainFrom = await changeChainKey(parts)
  const { counts, stuck } = await database.asOwner((db) => resealAll(db, secrets))
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

async function resealAll(db: Kysely<Tables>, secrets: Secrets) {
  const counts: Record<string, number> = {}
  const stuck: string[] = []
  for (const kind of sealedKinds) {
    counts[kind.name] = 0
    for await (const thing of all(db, kind)) {
      const outcome = await resealOne(db, secrets, kind, thing)
      if (outcome === 'resealed') counts[kind.name] = (counts[kind.name] ?? 0) + 1
      if (outcome === 'stuck') stuck.push(`${thing.id} of the ${kind.name}`)
    }
  }
  return { counts, stuck }
}

async function* all(db: Kysely<Tables>, kind: SealedKind): AsyncGenerator<SealedThing> {
  let after = { accountId: '', id: '' }
  for (;;) {
    const page = await readSealed(db, kind, after, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last
  }
}

/** One row per transaction: a concurrent deletion of an account never waits for more than one. */
async function resealOne(db: Kysely<Tables>, secrets: Secrets, kind: SealedKind, thing: SealedThing) {
  if (secrets.isSealedByPresent(thing.sealed, thing.owner)) return 'kept'
  let text: string
  try {
    text = secrets.unseal(thing.sealed, thing.owner)
  } catch {
    return 'stuck'
  }
  await writeSealed(db, kind, thing, text, secrets)
  return 'resealed'
}

function stuckError(stuck: readonly string[]): Error {
  const named = stuck.slice(0, namedMax).join(', ')
  const more = stuck.length > namedMax ? ` and ${stuck.length - namedMax} more` : ''
  return new Error(
    `Not done: ${named}${more} opened with none of the secrets. Name the secret they were sealed with in SECRET_KEY_PREVIOUS and run it again, and keep the previous secret until then; what is damaged has to be deleted first.`,
  )
}
