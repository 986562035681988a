/** The keys of an account as its owner sees, makes, changes and ends them. */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import type { ApiKey } from '#contract/api-keys'
import { apiKeysMax } from '#contract/limits'
import { lockAccount, ownAddress } from '../accounts/account.ts'
import { type AttemptParts, keysMade, takeAttempt } from '../accounts/attempts.ts'
import { mayEmailOwner } from '../accounts/recipient-emails.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { keyMade } from '../mail/emails/key-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { LimitSettings } from '../settings.ts'
import { periodOf } from '../usage/account-plan.ts'
import type { Meter } from '../usage/meter.ts'
import type { KeyChecker } from './check-key.ts'
import { shownStart } from './key-format.ts'
import { changeLimits, countListed, endKeys, findListed, type ListedKey, listRows } from './key-store.ts'
import { accountOf, apiKeyOwner, createKey } from './keys.ts'
import { networkText } from './networks.ts'
import { type ReplaceParts, rotate } from './replace-key.ts'

interface KeyParts extends AttemptParts {
  database: Database
  secrets: Secrets
  keys: KeyChecker
  meter: Pick<Meter, 'write'>
  settings: Pick<ReplaceParts, 'publicUrl'> & Pick<LimitSettings, 'attempts'>
}

export function listApiKeys(parts: KeyParts): Verb<Api['listApiKeys']> {
  return async ({ caller: { accountId } }) => {
    await parts.meter.write()
    return { output: { apiKeys: await shownKeys(parts, accountId) } }
  }
}

export function createApiKey(parts: KeyParts): Verb<Api['createApiKey']> {
  const { database, secrets, settings } = parts
  return async ({ caller: { accountId }, body: { name, mode, scopes = null, networks, expiresAt }, fail }) => {
    const end = expiresAt === undefined ? null : new Date(expiresAt)
    if (end !== null && end.getTime() <= Date.now()) {
      return fail('invalid_input', { parameter: 'expiresAt', expected: 'a time in the future', got: end.toISOString() })
    }
    await takeAttempt(parts, keysMade, accountId, fail)
    const isEmailed = await mayEmailOwner(parts, accountId)
    const { id, key } = await inTransaction(database, async (trx) => {
      await lockAccount(trx, accountId)
      if ((await countListed(trx, accountId)) >= apiKeysMax) return fail('api_keys_full', undefined)
      const kind = { name, mode, isDefault: false, scopes, networks: networkTexts(networks), expiresAt: end }
      const made = await createKey(trx, secrets, accountId, kind)
      const details = { key: made.id }
      await recordEvent(trx, { actor: accountId, action: 'key.created', subject: accountId, details })
      if (isEmailed) {
        const email = keyMade({ publicUrl: settings.publicUrl, name })
        await queueEmail(trx, { to: await ownAddress(trx, accountId), accountId }, email)
      }
      return made
    })
    return { output: { apiKey: await shownKey(parts, accountId, id), key } }
  }
}

export function rotateApiKey(parts: KeyParts): Verb<Api['rotateApiKey']> {
  const { database, secrets, keys, settings } = parts
  return async ({ caller: { accountId }, params, body: { overlapHours }, fail }) => {
    await takeAttempt(parts, keysMade, accountId, fail)
    const isEmailed = await mayEmailOwner(parts, accountId)
    const { id, key } = await inTransaction(database, async (trx) => {
      await lockAccount(trx, accountId)
      const kind = await findListed(trx, accountId, params.id)
      if (!kind?.isCurrent) return fail('api_key_not_found', undefined)
      const rotation = { accountId, id: params.id, kind, overlapHours, isEmailed }
      return rotate(trx, { secrets, publicUrl: settings.publicUrl }, rotation, fail)
    })
    keys.forget(accountId)
    return { output: { apiKey: await shownKey(parts, accountId, id), key } }
  }
}

export function changeApiKey(parts: KeyParts): Verb<Api['changeApiKey']> {
  return async ({ caller: { accountId }, params: { id }, body, fail }) => {
    await inTransaction(parts.database, async (trx) => {
      await lockAccount(trx, accountId)
      const before = await findListed(trx, accountId, id)
      if (!before?.isCurrent) return fail('api_key_not_found', undefined)
      if (before.isDefault) return fail('default_key_fixed', undefined)
      const { name = before.name, scopes = before.scopes } = body
      const networks = body.networks === undefined ? before.networks : networkTexts(body.networks)
      await changeLimits(trx, { accountId, id }, { name, scopes, networks })
      const details = { key: id }
      await recordEvent(trx, { actor: accountId, action: 'key.changed', subject: accountId, details })
    })
    parts.keys.forget(accountId)
    return { output: { apiKey: await shownKey(parts, accountId, id) } }
  }
}

export function revokeApiKey(parts: KeyParts): Verb<Api['revokeApiKey']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const ended = await inTransaction(parts.database, async (trx) => {
      const key = await endKey(trx, parts.secrets, { accountId, id })
      const details = { key: id }
      if (key !== undefined)
        await recordEvent(trx, { actor: accountId, action: 'key.revoked', subject: accountId, details })
      return key
    })
    if (ended === undefined) return fail('api_key_not_found', undefined)
    parts.keys.forget(accountId)
    const message = ended.isDefault
      ? 'The API key is revoked, and a new Default key is made.'
      : 'The API key is revoked.'
    return { output: { message } }
  }
}

/** Ends one key, and makes a new Default key in place of one. Undefined where the account has no such key. */
export async function endKey(
  trx: Transaction<Tables>,
  secrets: Secrets,
  { accountId, id }: { accountId: string; id: string },
): Promise<{ name: string; isDefault: boolean } | undefined> {
  await lockAccount(trx, accountId)
  const key = await findListed(trx, accountId, id)
  if (key === undefined) return undefined
  await endKeys(trx, { accountId, id })
  if (key.isDefault) await createKey(trx, secrets, accountId)
  return key
}

function networkTexts(networks: readonly string[] | null = null): string[] | null {
  return networks === null ? null : [...new Set(networks.map(networkText))]
}

async function shownKeys({ database: { db }, secrets }: KeyParts, accountId: string): Promise<ApiKey[]> {
  const account = await accountOf(db, accountId)
  const { startMs } = periodOf(account, account.readAt.getTime())
  const rows = await listRows(db, accountId, new Date(startMs))
  return rows.map((row) => shown(row, secrets.unseal(row.sealed, apiKeyOwner(accountId, row.id))))
}

async function shownKey(parts: KeyParts, accountId: string, id: string): Promise<ApiKey> {
  const key = (await shownKeys(parts, accountId)).find((each) => each.id === id)
  if (key === undefined) throw new Error('A key was revoked while it was being made or changed.')
  return key
}

function shown({ id, name, mode, isDefault, isCurrent, scopes, networks, ...row }: ListedKey, key: string): ApiKey {
  return {
    ...{ id, name, mode, isDefault, isCurrent, scopes, networks },
    prefix: shownStart(key),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.endsAt?.toISOString() ?? null,
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    callsThisMonth: row.calls,
  }
}
