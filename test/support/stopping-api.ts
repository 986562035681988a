/** The API in a process of its own that stands still in the midst of one call, so that a test can kill it just there. */
import { startChild, type TestChild } from '#server/parts/test-child'
import type { Settings } from '#server/settings'

/** Where it may stand still: with all of a transaction done but its commit, or with the commit done and the call not answered. */
export const stops = ['before the commit', 'before the answer'] as const

export type StopAt = (typeof stops)[number] | 'nowhere'

interface StoppingApi {
  /** Its next line is the stop, once it stands still there. */
  readonly child: TestChild
  readonly origin: string
}

interface StoppingOptions {
  databaseUrl: string
  settings: Partial<Settings>
  stopAt: StopAt
  /** Finds a row in the transaction that is meant, and in none before; `$1` is the value. */
  row: { query: string; value: string }
}

/** The secret of all that are started here, so that they can take each other's place. */
export const stoppingSecretKey = Buffer.alloc(32, 7)

/** Starts one; takes a few seconds. */
export async function startStoppingApi({ databaseUrl, settings, stopAt, row }: StoppingOptions): Promise<StoppingApi> {
  const secretKey = stoppingSecretKey.toString('hex')
  const child = startChild(source, [JSON.stringify({ databaseUrl, settings, secretKey, stopAt, row })])
  return { child, origin: `http://127.0.0.1:${await child.line()}` }
}

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const source = `
import { CompiledQuery } from 'kysely'
import { openDatabase } from ${urlOf('../../server/parts/database.ts')}
import { withTransactions } from ${urlOf('../../server/parts/test-transactions.ts')}
import { startTestServer } from ${urlOf('./test-server.ts')}
const { databaseUrl, settings, secretKey, stopAt, row } = JSON.parse(process.argv[1])
const stopHere = (place) => {
  if (stopAt !== place) return
  console.log(place)
  return new Promise(() => {})
}
const quiet = { onWarning() {}, onLost() {} }
const open = async () => withTransactions(await openDatabase({ kind: 'postgres', url: databaseUrl }, quiet), async (work, execute) => {
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
const { payments } = settings
const changed = payments === undefined ? settings : { ...settings, payments: { ...payments, apiUrl: new URL(payments.apiUrl) } }
const server = await startTestServer(open, { ...changed, secretKey: Buffer.from(secretKey, 'hex') })
console.log(await server.listen())
`
