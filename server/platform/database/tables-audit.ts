/** The tables of the audit log (server/platform/database/migrations/0002-audit.ts, 0013-retention.ts, 0015-secret-changes.ts, 0017-sealed-until.ts). */
import type { ColumnType } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

/** What happened, in the order of `at` as far as it is known; only ever inserted. */
export interface AuditEventsTable {
  id: string
  at: SetOnInsert
  /** An account id, `operator`, `payments` or null for nobody. */
  actor: string | null
  action: string
  subject: string
  /** A flat JSON object. */
  details: ColumnType<Record<string, string | number | boolean | null>, string, never>
}

/** A number that may pass what 32 bits hold; the client library answers it as text. */
type Sequence = ColumnType<string, number, number>

/** The chain: each row seals an event and the seal before it; only ever inserted. */
export interface AuditSealsTable {
  sequence: Sequence
  event_id: string
  hash: Buffer
}

/** One row: where the chain ends. */
export interface AuditHeadTable {
  id: string
  sequence: Sequence
  hash: Buffer
  /** Null for the head of the empty chain. */
  mac: Buffer | null
}

/** One row: the seal behind which the chain begins, since all up to it was cut off. */
export interface AuditStartTable {
  id: string
  sequence: Sequence
  hash: Buffer
  /** Null for the start of a whole chain. */
  mac: Buffer | null
}

/** Where the chain ended on the first occasion of each day; only ever inserted. */
export interface AuditAnchorsTable {
  /** As yyyy-mm-dd, UTC. */
  day: string
  sequence: Sequence
  hash: Buffer
  mac: Buffer
}

/** Where the key of the chain was changed: the rows up to there have one of their own. */
export interface AuditKeyChangesTable {
  sequence: Sequence
  hash: Buffer
  /** The key, sealed for this end of the chain. */
  sealed_key: Buffer
}

/** Refusals of one kind and subject since the first, which the log has already (server/platform/database/migrations/0021-refusal-counts.ts). */
export interface RefusalCountsTable {
  action: string
  subject: string
  actor: string | null
  since: SetOnInsert
  count: number
}
