/** Tables of the audit log (migrations 0002, 0013, 0015, 0017, 0021). */
import type { ColumnType } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

/** Ordered by `at`; only ever inserted. */
export interface AuditEventsTable {
  id: string
  at: SetOnInsert
  /** An account id, `operator`, `payments`, or null. */
  actor: string | null
  action: string
  subject: string
  /** A flat JSON object. */
  details: ColumnType<Record<string, string | number | boolean | null>, string, never>
}

/** A bigint: the client library answers it as text. */
type Sequence = ColumnType<string, number, number>

/** The chain: each row seals an event and the previous seal; only ever inserted. */
export interface AuditSealsTable {
  sequence: Sequence
  event_id: string
  hash: Buffer
}

export interface AuditHeadTable {
  id: string
  sequence: Sequence
  hash: Buffer
  mac: Buffer | null
}

/** One row: the seal behind which the chain begins after retention. */
export interface AuditStartTable {
  id: string
  sequence: Sequence
  hash: Buffer
  mac: Buffer | null
}

/** The chain's end, once a day; only ever inserted. */
export interface AuditAnchorsTable {
  /** As yyyy-mm-dd, UTC. */
  day: string
  sequence: Sequence
  hash: Buffer
  mac: Buffer
}

/** Where the chain's key was changed: earlier rows have a key of their own. */
export interface AuditKeyChangesTable {
  sequence: Sequence
  hash: Buffer
  sealed_key: Buffer
}

export interface RefusalCountsTable {
  action: string
  subject: string
  actor: string | null
  since: SetOnInsert
  count: number
}
