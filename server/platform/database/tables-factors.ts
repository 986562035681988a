/** Tables of second factors (migration 0023). */
import type { ColumnType, Generated } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

export interface SecondFactorsTable {
  account_id: string
  id: string
  kind: 'totp' | 'passkey'
  name: string
  created_at: SetOnInsert
  /** Null for an app whose first code was not seen yet. */
  confirmed_at: Date | null
  last_used_at: ColumnType<Date | null, undefined, Date>
  /** App: the sealed base32 secret, and the 30-second step of the last used code. */
  sealed_secret: Buffer | null
  last_step: Generated<number>
  /** Passkey: credential id, public key and signature counter. */
  credential_id: string | null
  public_key: Buffer | null
  counter: ColumnType<string, number | undefined, number>
  transports: ColumnType<string[], string | undefined, never>
}

export interface RecoveryCodesTable {
  account_id: string
  /** SHA-256 of the account and the code. */
  code_hash: Buffer
  used_at: ColumnType<Date | null, undefined, Date>
}

export interface FactorChallengesTable {
  account_id: string
  id: string
  purpose: 'sign_in' | 'passkey'
  /** SHA-256 of the challenge. */
  token_hash: Buffer
  expires_at: Date
}
