/** The SQL of customers of whom the payment provider is to be told something. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'

/**
 * Notes that the provider is to be told of the account's customer, if it has one: of its address or, once the account is gone,
 * that it is. One that is being told of right now is told of again afterwards.
 */
export async function noteCustomerChange(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const ofAccount = trx.selectFrom('subscriptions').select('customer_id').where('account_id', '=', accountId)
  await trx
    .insertInto('customer_changes')
    .columns(['customer_id'])
    .expression(ofAccount.where('customer_id', 'is not', null))
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({
        revision: sql<number>`customer_changes.revision + 1`,
        attempts: 0,
        due_at: sql<Date>`greatest(customer_changes.due_at, now())`,
      }),
    )
    .execute()
}
