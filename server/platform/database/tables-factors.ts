/** The tables of second factors (server/platform/database/migrations/0023-second-factors.ts). */
import type { ColumnType, Generated } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

export interface SecondFactorsTable {
  account_id: string
  id: string
  kind: 'totp' | 'passkey'
  name: string
  created_at: SetOnInsert
  /** When it began to count; null for an app of which no code was seen yet. */
  confirmed_at: Date | null
  last_used_at: ColumnType<Date | null, undefined, Date>
  /** Of an app: its secret in base32, sealed, and the 30-second step of the last code that was used. */
  sealed_secret: Buffer | null
  last_step: Generated<number>
  /** Of a passkey: what the browser knows it by, its public key, and how often it was used, as far as it says. */
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

/** Second steps under way: of a sign-in whose password was right, and of a passkey that is being made. */
export interface FactorChallengesTable {
  account_id: string
  id: string
  purpose: 'sign_in' | 'passkey'
  /** SHA-256 of the challenge. */
  token_hash: Buffer
  expires_at: Date
}
