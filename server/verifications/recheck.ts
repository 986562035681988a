/**
 * Compares verifications with a list that was replaced. What is pending gets the checks as they read now, and each the
 * name that the registry has for its NPI; an approval that reads otherwise is marked for a review, and its owner gets
 * an email. A batch, its marks, its emails and how far it came are one transaction, so a process that dies leaves
 * nothing half done, and doing it twice changes nothing.
 */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Check } from '#contract/verifications'
import { verificationNeedsReview } from '#contract/webhooks'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { findById } from '../accounts/account.ts'
import { recordEvent } from '../audit/record.ts'
import { claim, type Queue } from '../jobs/queue.ts'
import { verificationReviewEmail } from '../mail/emails/verification-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { type Loaded, loadedLists } from '../sources/ask.ts'
import { queueCallback } from '../webhooks/callbacks.ts'
import { readRegistry } from './registry-facts.ts'
import { sourceChecks } from './source-checks.ts'
import { withoutAge } from './source-sentences.ts'
import { licenseIn, mergedChecks, providerColumns } from './verification-store.ts'

const intervalMs = 10_000
const batchSize = 50

interface RecheckParts {
  database: Database
  registry: RegistrySource
  publicUrl: string
}

/** Held by the transaction of its batch. */
const queue: Queue<'source_rechecks'> = {
  table: 'source_rechecks',
  key: ['list'],
  isDue: sql`due_at <= now()`,
  orderBy: sql`due_at`,
  onClaim: sql`due_at = due_at`,
}

export function keepRechecking(parts: RecheckParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Approvals wait to be compared with new lists: ${reason}.`)
  return keepDoing(() => recheckNext(parts), { name: 'rechecks', everyMs: intervalMs, onAway })
}

/** One batch; false when nothing is due. */
export async function recheckNext({ database, registry, publicUrl }: RecheckParts): Promise<boolean> {
  const current = registry.current()
  if (current === undefined) return false
  return inTransaction(database, async (trx) => {
    const [job] = await claim(trx, queue, 1)
    if (job === undefined) return false
    const rows = await trx
      .selectFrom('verifications')
      .selectAll()
      .where('id', '>', job.done_to)
      .where('status', 'in', ['pending', 'approved'])
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .execute()
    const loaded = await loadedLists(trx)
    for (const row of rows) await recheck(trx, row, { registry: current, loaded, publicUrl })
    const last = rows.at(-1)?.id
    if (last === undefined) await trx.deleteFrom('source_rechecks').where('list', '=', job.list).execute()
    else await trx.updateTable('source_rechecks').set({ done_to: last }).where('list', '=', job.list).execute()
    return true
  })
}

type Row = Selectable<Tables['verifications']>

async function recheck(
  trx: Transaction<Tables>,
  row: Row,
  { registry, loaded, publicUrl }: { registry: Registry; loaded: readonly Loaded[]; publicUrl: string },
): Promise<void> {
  const { id, npi, credential, status, needs_review_at: markedAt } = row
  const entry = readRegistry(registry, npi)
  const now = await sourceChecks(trx, { npi, credential, license: licenseIn(row), entry }, loaded)
  const change = trx.updateTable('verifications').where('account_id', '=', row.account_id).where('id', '=', id)
  const provider = providerColumns(entry)
  if (status === 'pending') {
    await change.set({ checks: mergedChecks(sql`${JSON.stringify(now)}::jsonb`), ...provider }).execute()
    return
  }
  if (provider.provider_name !== row.provider_name) await change.set(provider).execute()
  const changed = now.filter((check) => isOtherwise(check, row.checks))
  if (changed.length === 0) {
    if (markedAt === null) return
    await change.set({ needs_review_at: null, review_checks: null }).execute()
    await recordEvent(trx, { actor: null, action: 'verification.unmarked', subject: id })
    return
  }
  const since = markedAt === null ? sql<Date>`now()` : markedAt
  await change.set({ needs_review_at: since, review_checks: JSON.stringify(changed) }).execute()
  if (markedAt !== null) return
  const codes = changed.map(({ code }) => code).join(', ')
  await recordEvent(trx, { actor: null, action: 'verification.marked', subject: id, details: { checks: codes } })
  await tellOwner(trx, row, changed, publicUrl)
}

/**
 * Whether a check has another result than before, and not a better one: that an approval now passes is no reason to
 * look at it again. What was not asked before was not known.
 */
function isOtherwise({ code, result, sentence }: Check, before: readonly Check[]): boolean {
  const former = before.find((check) => check.code === code) ?? before.find((check) => formerCode[check.code] === code)
  if (result === 'passed' || result !== (former?.result ?? 'unknown')) return result !== 'passed'
  // Another action of the board.
  return code === 'license.discipline' && result === 'warning' && withoutAge(sentence) !== withoutAge(former?.sentence)
}

const formerCode: Partial<Record<Check['code'], Check['code']>> = { 'exclusion.listed': 'exclusion.oig' }

/** Programs are called where they asked for it, people get an email. */
async function tellOwner(
  trx: Transaction<Tables>,
  { account_id: accountId, id, npi, credential, is_personal: isPersonal, callback_url: url, provider_name: name }: Row,
  checks: readonly Check[],
  publicUrl: string,
): Promise<void> {
  if (url !== null) {
    await queueCallback(trx, { accountId, url, event: verificationNeedsReview.event, data: { id, npi, checks } })
  }
  if (url !== null && !isPersonal) return
  const owner = await findById(trx, accountId)
  if (owner === undefined) return
  const email = verificationReviewEmail({ publicUrl, name, npi, credential, checks })
  await queueEmail(trx, { to: owner.email, accountId }, email)
}
