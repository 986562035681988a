/** Deliveries to the callbackUrl of one verification, queued in the transaction of what they report. */
import type { Transaction } from 'kysely'
import type { Fail } from '../http/verb.ts'
import type { Tables } from '../platform/database/tables.ts'
import { namesPrivateAddress } from '../platform/public-request.ts'
import { shown } from '../platform/shown.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { callbackUrlId } from './delivery-store.ts'

/** `event` names what happened, `data` is the payload. */
export async function queueCallback(
  trx: Transaction<Tables>,
  { accountId, url, event, data }: { accountId: string; url: string; event: string; data: object },
): Promise<void> {
  const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data })
  await trx
    .insertInto('webhook_deliveries')
    .values({
      account_id: accountId,
      webhook_id: callbackUrlId,
      id: uuidv7(),
      type: event,
      callback_url: url,
      body,
      npi: null,
    })
    .execute()
}

/** Refuses a literal private address. Names are resolved when something is delivered, and checked then. */
export function requirePublicTarget(parameter: string, url: string, fail: Fail<'invalid_input'>): void {
  const target = new URL(url)
  if (!namesPrivateAddress(target)) return
  const expected = 'an address that the public internet can reach'
  fail('invalid_input', { parameter, expected, got: shown(target.hostname) })
}
