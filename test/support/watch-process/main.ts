/**
 * Watches: goes one step, prints that the next one is done but for its commit, and stands still until it is killed; or,
 * beside others, goes on and prints a line for each batch that it committed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { followRegistry } from '#registry/search/follow'
import { openHistory } from '#registry/search/history'
import { openDatabase } from '#server/platform/database/database'
import { watchNext } from '#server/watch/keep-watching'
import { withTransactions } from '../platform/test-transactions.ts'

interface Given {
  databaseUrl: string
  registryDir: string
  isBesideOthers?: boolean
}

const { databaseUrl, registryDir, isBesideOthers }: Given = JSON.parse(process.argv[2] ?? '')

async function watch(): Promise<void> {
  const quiet = { onWarning() {}, onLost() {} }
  const opened = await openDatabase({ kind: 'postgres', url: databaseUrl }, quiet)
  let steps = 0
  const database = withTransactions(opened, (work, execute) =>
    execute(async (trx) => {
      const isMore = await work(trx)
      if (isMore !== true || isBesideOthers || ++steps < 2) return isMore
      console.log('before the commit')
      return new Promise(() => {})
    }),
  )
  const registry = await followRegistry(registryDir, { intervalMs: 60_000, onSwitch() {}, onError() {} })
  // A block of changes is a batch, so that a few thousand are several; and a batch of events ends within one.
  const parts = { database, registry, history: openHistory(registryDir), changesMin: 1, eventsMax: 700 }
  for (;;) {
    const isMore = await watchNext(parts)
    if (isBesideOthers) {
      if (isMore) console.log('batch')
      else await wait(1)
    } else if (!isMore) break
  }
  console.log('done')
  await registry.close()
  await opened.close()
}

await watch()
