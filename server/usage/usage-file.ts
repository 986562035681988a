import { type Api, api } from '#contract/api'
import { csvText } from '#contract/csv-text'
import type { Endpoint } from '#contract/endpoint'
import { usageFileDaysMax, usageFileRowsMax } from '#contract/limits'
import type { Verb } from '../http/verb.ts'
import { accountOf, keyNamesOf } from '../keys/keys.ts'
import type { Database } from '../platform/database/database.ts'
import { dayMs } from '../platform/times.ts'
import type { Meter } from './meter.ts'
import { usageRows } from './usage-store.ts'

const daysDefault = 90

/** Calls by day in UTC, key and route. Fails with `invalid_input` for too long a range, or one that ends first. */
export function usageFile({ database: { db }, meter }: { database: Database; meter: Meter }): Verb<Api['usageFile']> {
  return async ({ caller: { accountId }, query, fail }) => {
    await meter.write()
    const { readAt } = await accountOf(db, accountId)
    const last = Date.parse(query.to ?? dayOf(readAt))
    const first = query.from === undefined ? last - (daysDefault - 1) * dayMs : Date.parse(query.from)
    const refuse = (expected: string) => fail('invalid_input', { parameter: 'from', expected, got: dayOf(first) })
    if (first > last) return refuse(`a day up to ${dayOf(last)}`)
    const earliest = last - (usageFileDaysMax - 1) * dayMs
    if (first < earliest) return refuse(`a day from ${dayOf(earliest)}, for at most ${usageFileDaysMax} days`)
    const range = { accountId, start: new Date(first), end: new Date(last + dayMs) }
    const rows = await usageRows(db, { ...range, rowsMax: usageFileRowsMax + 1 })
    if (rows.length > usageFileRowsMax) return refuse(`a later day, for at most ${usageFileRowsMax} rows`)
    const names = await keyNamesOf(db, accountId)
    const lines = rows.map(({ start, keyId, route, calls, failed, ms }) => [
      dayOf(start),
      names.get(keyId) ?? '',
      keyId,
      routeText(route),
      ...[calls, calls - failed, failed].map(String),
      ms.toFixed(2),
    ])
    return {
      output: csvText(['day', 'key', 'keyId', 'route', 'calls', 'succeeded', 'failed', 'averageMs'], lines),
      headers: { 'Content-Disposition': `attachment; filename="usage-${dayOf(first)}-to-${dayOf(last)}.csv"` },
    }
  }
}

function dayOf(at: Date | number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** GET /api/doctors; the name alone of an endpoint that is gone. */
function routeText(name: string): string {
  const entry = Object.entries<Endpoint>(api).find(([known]) => known === name)?.[1]
  return entry === undefined ? name : `${entry.method} ${entry.path}`
}
