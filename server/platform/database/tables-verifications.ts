/** Tables of verifications (migrations 0009 and 0010). */
import type { ColumnType, Generated } from 'kysely'
import type { CredentialType } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import type { SetOnInsert } from './column-types.ts'

export interface VerificationsTable {
  account_id: string
  id: string
  npi: string
  credential: CredentialType
  is_personal: boolean
  status: ColumnType<StoredStatus, undefined, StoredStatus>
  image_id: string
  /** As a JSON array of checks (contract/verifications.ts). */
  checks: ColumnType<Check[], string, string>
  /** Null once the document is read. */
  read_due_at: ColumnType<Date | null, undefined, Date | null>
  read_attempts: Generated<number>
  callback_url: string | null
  decided_at: ColumnType<Date | null, undefined, Date>
  /** Account id of the admin. */
  decided_by: ColumnType<string | null, undefined, string>
  expires_at: ColumnType<Date | null, undefined, Date | null>
  rejection_reason: ColumnType<string | null, undefined, string | null>
  note: ColumnType<string | null, undefined, string | null>
  /** Days before the expiry of the last reminder sent. */
  reminded_days: ColumnType<number | null, undefined, number>
  created_at: SetOnInsert
}

/** An approval that was taken back is shown as rejected. */
type StoredStatus = 'pending' | 'approved' | 'rejected' | 'revoked'

/** Calls with an Idempotency-Key, kept for a day. */
export interface IdempotencyKeysTable {
  account_id: string
  key: string
  body_hash: Buffer
  /** Null while the call is in progress. */
  answer: ColumnType<string | null, undefined, string>
  created_at: SetOnInsert
}

export interface CallbacksTable {
  account_id: string
  id: string
  url: string
  /** JSON. */
  body: string
  attempts: Generated<number>
  due_at: ColumnType<Date, undefined, Date>
  given_up_at: Date | null
  created_at: SetOnInsert
}
