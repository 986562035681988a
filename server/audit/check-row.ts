import type { findSealed } from './audit-store.ts'
import { type ChainEnd, sealed } from './chain.ts'

type SealedRow = Awaited<ReturnType<typeof findSealed>>[number]

/** The end of the chain with this row, or what is wrong with it. */
export function checkRow(key: Buffer, before: ChainEnd, row: SealedRow): ChainEnd | string {
  const expected = before.sequence + 1
  if (row.sequence !== expected) return `row ${expected} is gone; the next one there is row ${row.sequence}`
  if (row.event === null) return `row ${expected} has lost its event ${row.eventId}`
  const next = sealed(key, before, row.event)
  if (next.hash.equals(row.hash)) return next
  const { id, action, at } = row.event
  return `row ${expected} (${action} at ${at}Z, event ${id}) was changed, or is not in its place`
}
