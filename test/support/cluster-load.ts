/** What a cluster is put through while it is asked without a pause, and what came of it. */
import { sql } from 'kysely'
import type { Cluster } from './cluster.ts'
import { ask, type Callers, startCallers } from './load-callers.ts'

interface LoadFindings {
  /** Searches and slow uploads that were answered. */
  searches: number
  uploads: number
  /** Answers that were none of the expected ones, connections that broke. */
  faults: string[]
  /** Versions of the registry that answers came from. */
  versions: Set<string>
  /** Searches of the account that the statistics know of, as soon as all of them were written. */
  counted(): Promise<number | undefined>
}

const searchers = 4
const uploaders = 2

/**
 * A body comes in this many pieces, one every 170 ms: together longer than a process goes on serving once it was told
 * to end.
 */
const piecesOfUpload = 12
const pauseMs = 170

/** Keeps a cluster busy with searches and slow uploads while `work` is done. */
export async function underLoad(cluster: Cluster, work: () => Promise<void>): Promise<LoadFindings> {
  const { origin } = cluster.balancer
  const { accountId, apiKey, headers } = await cluster.signUp('enterprise')
  const searching = startCallers(searchers, (agent) =>
    ask(`${origin}/api/doctors?limit=1`, { agent, headers: { 'api-key': apiKey } }),
  )
  const uploading = startUploads(origin, headers)
  try {
    await work()
  } finally {
    await Promise.all([searching.stop(), uploading.stop()])
  }
  return {
    searches: searching.answered(),
    uploads: uploading.answered(),
    faults: [...searching.faults, ...uploading.faults],
    versions: searching.versions,
    async counted() {
      const row = await cluster.database.db
        .selectFrom('usage_sums')
        .select(sql<number>`sum(calls)::float8`.as('calls'))
        .where('span', '=', 'day')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row?.calls
    },
  }
}

function startUploads(origin: string, headers: Record<string, string>): Callers {
  const body = JSON.stringify({ newPhone: '212-555-0199' })
  const [first, rest] = [body.slice(0, piecesOfUpload - 1), body.slice(piecesOfUpload - 1)]
  const sent = { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) }
  return startCallers(uploaders, (agent) =>
    ask(`${origin}/me`, { agent, headers: sent, pieces: [...first, rest], pauseMs }),
  )
}
