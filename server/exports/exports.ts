/**
 * Exports: every match of a search, written to a file in the background (run-exports.ts) and fetched by a signed link
 * (serve-exports.ts). What an export counts as is taken when it is made, by the plan of that moment and in the
 * transaction that makes it, and given back when it is canceled or fails.
 */
import type { Api } from '#contract/api'
import { type ExportFile, exportQueries, recordsOf } from '#contract/bulk-endpoints'
import type { KeyMode } from '#contract/key-modes'
import { exportsMax, exportsUnderWayMax } from '#contract/limits'
import { callsOfExport, otherPlansWith, plans } from '#contract/plans'
import type { ProviderSearch } from '#contract/provider-search'
import type { RegistrySource } from '#registry/search/follow'
import type { Filters, Registry } from '#registry/search/query'
import { readInput } from '../http/request-input.ts'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Geocoder } from '../platform/geocoder/geocoder.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { checkedFields } from '../providers/batch.ts'
import { placeOf } from '../providers/place.ts'
import { wantedBy } from '../providers/search.ts'
import { giveBackCalls } from '../usage/quota.ts'
import { exportLink } from './export-link.ts'
import { cancel, countExports, type ExportRow, findExports, insertExport, lockOwner } from './export-store.ts'

interface ExportParts {
  database: Database
  registry: RegistrySource
  geocoder: Geocoder
  secrets: Secrets
  publicUrl: string
  /** Of the keys that call. */
  mode: KeyMode
}

type Create = Verb<Api['createExport']>

export function createExport(parts: ExportParts): Create {
  const { database, mode } = parts
  return async (request) => {
    const { caller, body, takeCalls, tier, fail } = request
    const { accountId } = caller
    if (tier !== undefined && plans[tier].exports === 'none') {
      fail('exports_not_in_plan', { what: 'An export', ...otherPlansWith(tier, 'counted', 'free') })
    }
    const { resource, format } = body
    const fields = checkedFields(body.fields, Object.keys(recordsOf[resource].shape), fail) ?? null
    const { query, filters } = await askedBy(request, parts)
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const rows = await countOf(registry, filters)
    const calls = tier === undefined ? 0 : callsOfExport(tier, rows)
    const owner = { accountId, mode }
    const id = uuidv7()
    const [made] = await inTransaction(database, async (trx) => {
      await lockOwner(trx, owner)
      const { all, underWay } = await countExports(trx, owner)
      if (underWay >= exportsUnderWayMax) fail('exports_under_way', undefined)
      if (all >= exportsMax) fail('exports_full', undefined)
      const periodStart = calls > 0 ? await takeCalls(calls, trx) : undefined
      const counted = periodStart === undefined ? { calls: 0, periodStart: null } : { calls, periodStart }
      await insertExport(trx, { ...owner, id, resource, query, filters, format, fields, rows, ...counted })
      return findExports(trx, owner, id)
    })
    if (made === undefined) throw new Error('The export that was just made is gone.')
    return { output: shownExport(made, parts) }
  }
}

/** The search of the body: as text, and what it means to the registry. Fails as the search itself does. */
async function askedBy({ body: { resource, query: given }, fail }: Parameters<Create>[0], parts: ExportParts) {
  const texts = Object.entries(given).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
  const byName = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
  const query: ProviderSearch = readInput(exportQueries[resource], byName, 'query', fail)
  const place = await placeOf(query, parts, fail)
  const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const { offset, limit, ...filters } = wantedBy(query, registry, { resource, offset: 0, limit: 0 }, fail)
  return { query: new URLSearchParams(texts).toString(), filters: { ...filters, ...place?.filters } }
}

/** By a search thread, where there are some. */
async function countOf(registry: Registry, filters: Filters): Promise<number> {
  const frame = { before: '{"rows":', beforeTotal: ',"total":', after: '}' }
  const answer: { total: number } = JSON.parse(
    String(await registry.answer({ ...filters, offset: 0, limit: 0 }, frame)),
  )
  return answer.total
}

export function listExports(parts: ExportParts): Verb<Api['listExports']> {
  return async ({ caller: { accountId } }) => {
    const rows = await findExports(parts.database.db, { accountId, mode: parts.mode })
    return { output: { exports: rows.map((row) => shownExport(row, parts)) } }
  }
}

export function getExport(parts: ExportParts): Verb<Api['getExport']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const [row] = await findExports(parts.database.db, { accountId, mode: parts.mode }, id)
    return { output: shownExport(row ?? fail('export_not_found', undefined), parts) }
  }
}

/** Its files go later, by the upkeep of run-exports.ts. Answers what it was: one that had ended is only deleted. */
export function cancelExport(parts: ExportParts): Verb<Api['cancelExport']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const owner = { accountId, mode: parts.mode }
    const canceled = await inTransaction(parts.database, async (trx) => {
      const [row] = await findExports(trx, owner, id)
      const before = await cancel(trx, owner, id)
      if (row === undefined || before === undefined) return undefined
      const { calls, periodStart } = before
      if (periodStart !== null) await giveBackCalls(trx, { accountId, startMs: periodStart.getTime(), calls })
      return { ...row, status: before.status, calls: row.calls - calls }
    })
    return { output: { ...shownExport(canceled ?? fail('export_not_found', undefined), parts), url: null } }
  }
}

function shownExport(row: ExportRow, { secrets, publicUrl }: ExportParts): ExportFile {
  const { id, accountId, status } = row
  const isThere = status === 'done' && accountId !== null
  const momentOf = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    id,
    resource: row.resource,
    query: row.query,
    format: row.format,
    fields: row.fields,
    status,
    rows: row.rows,
    rowsWritten: row.rowsWritten,
    bytes: row.bytes,
    calls: row.calls,
    registryVersion: row.version,
    createdAt: row.createdAt.toISOString(),
    finishedAt: momentOf(row.finishedAt),
    expiresAt: momentOf(row.expiresAt),
    url: isThere ? exportLink(publicUrl, secrets, { id, accountId }) : null,
    error: row.reason,
  }
}
