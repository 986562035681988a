/** The process of `startStoppingApi`: prints its port, and then where it stands still. */
import { CompiledQuery } from 'kysely'
import { type Database, openDatabase } from '#server/platform/database/database'
import { withTransactions } from '../platform/test-transactions.ts'
import type { StopAt, StoppingOptions } from '../stopping-api.ts'
import { startTestServer } from '../test-server.ts'

const { databaseUrl, settings, secretKey, stopAt, row }: StoppingOptions & { secretKey: string } = JSON.parse(
  process.argv[2] ?? '',
)

async function stopHere(place: StopAt): Promise<void> {
  if (stopAt !== place) return
  console.log(place)
  await new Promise(() => {})
}

async function open(): Promise<Database> {
  const quiet = { onWarning() {}, onLost() {} }
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl }, quiet)
  return withTransactions(database, async (work, execute) => {
    let isMeant = false
    const result = await execute(async (trx) => {
      const done = await work(trx)
      const { rows } = await trx.executeQuery(CompiledQuery.raw(row.query, [row.value]))
      isMeant = rows.length > 0
      if (isMeant) await stopHere('before the commit')
      return done
    })
    if (isMeant) await stopHere('before the answer')
    return result
  })
}

const { payments } = settings
// What is an address there came as its text.
const changed =
  payments === undefined || !('apiUrl' in payments)
    ? settings
    : { ...settings, payments: { ...payments, apiUrl: new URL(String(payments.apiUrl)) } }
const server = await startTestServer(open, { ...changed, secretKey: Buffer.from(secretKey, 'hex') })
console.log(await server.listen())
