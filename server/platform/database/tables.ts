/** What the tables hold, as the migrations in server/migrations make them. */
import type { ColumnType, Generated } from 'kysely'
import type { Tier } from '#contract/plans'
import type { SetOnInsert } from './column-types.ts'
import type {
  AuditAnchorsTable,
  AuditEventsTable,
  AuditHeadTable,
  AuditKeyChangesTable,
  AuditSealsTable,
  AuditStartTable,
  RefusalCountsTable,
} from './tables-audit.ts'
import type { ExclusionCurrentTable, ExclusionListsTable, ExclusionsTable } from './tables-exclusions.ts'
import type { FactorChallengesTable, RecoveryCodesTable, SecondFactorsTable } from './tables-factors.ts'
import type { ImageBandsTable, ImageRemainsTable, ImagesTable } from './tables-images.ts'
import type { CallbacksTable, IdempotencyKeysTable, VerificationsTable } from './tables-verifications.ts'

export interface Tables {
  accounts: AccountsTable
  sessions: SessionsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  factor_challenges: FactorChallengesTable
  api_keys: ApiKeysTable
  installation: InstallationTable
  audit_events: AuditEventsTable
  audit_seals: AuditSealsTable
  audit_head: AuditHeadTable
  audit_anchors: AuditAnchorsTable
  audit_key_changes: AuditKeyChangesTable
  audit_start: AuditStartTable
  refusal_counts: RefusalCountsTable
  letters: LettersTable
  reset_requests: ResetRequestsTable
  reset_tokens: ResetTokensTable
  email_proofs: EmailProofsTable
  sign_in_failures: SignInFailuresTable
  devices: DevicesTable
  quota_periods: QuotaPeriodsTable
  usage_days: UsageDaysTable
  recent_requests: RecentRequestsTable
  usage_writers: UsageWritersTable
  subscriptions: SubscriptionsTable
  payment_events: PaymentEventsTable
  customer_changes: CustomerChangesTable
  local_checkouts: LocalCheckoutsTable
  local_subscriptions: LocalSubscriptionsTable
  verifications: VerificationsTable
  idempotency_keys: IdempotencyKeysTable
  callbacks: CallbacksTable
  callback_key: CallbackKeyTable
  images: ImagesTable
  image_bands: ImageBandsTable
  image_remains: ImageRemainsTable
  exclusion_lists: ExclusionListsTable
  exclusion_current: ExclusionCurrentTable
  exclusions: ExclusionsTable
}

interface AccountsTable {
  id: string
  /** In lower case. */
  email: string
  phone: string
  password_hash: string
  /** The verified NPI. */
  npi: string | null
  /** Approved credentials, as a JSON array. */
  credentials: ColumnType<string[], string | undefined, string>
  is_admin: Generated<boolean>
  email_verified_at: Date | null
  /** Since when all that is in the account is known to be its owner's; null until mailbox and account are proved together. */
  owned_since: ColumnType<Date | null, undefined, Date>
  /** How often what calls to its programs are signed with was changed. */
  callback_generation: Generated<number>
  created_at: SetOnInsert
}

interface SessionsTable {
  account_id: string
  id: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  created_at: SetOnInsert
  last_used_at: ColumnType<Date, undefined, Date>
  /** Browser and system that it was opened with, as far as they said. */
  browser: ColumnType<string | null, string | null, never>
}

interface ApiKeysTable {
  account_id: string
  id: string
  /** Keyed hash of the key (server/platform/secrets.ts), to find it by. */
  lookup_hash: Buffer
  /** The key itself, sealed, to be shown to its owner. */
  sealed: Buffer
  created_at: SetOnInsert
  revoked_at: Date | null
}

/** One row: which secret this database was made with, and when it was last restored from a backup. */
interface InstallationTable {
  id: string
  secret_check: Buffer
  /** Links to images that were made before are void. */
  restored_at: ColumnType<Date | null, undefined, Date>
  /** Where the server that started last serves. */
  public_url: ColumnType<string | null, undefined, string>
}

/** One row: the key from which what calls to developers' programs are signed with is derived. */
interface CallbackKeyTable {
  id: string
  sealed: Buffer
}

/** Letters that are not sent yet. */
interface LettersTable {
  id: string
  /** The account that the letter is about, whoever it goes to; null where it is about one that is gone. */
  account_id: string | null
  recipient: string
  /** Which letter it is, for logs. */
  kind: string
  subject: string
  body_text: string
  body_html: string
  /** A text that goes with it as a file. */
  attachment: string | null
  reply_to: string | null
  /** What belongs in the place of `secretPlace` (server/mail/letter.ts), sealed for this row. */
  sealed_secret: Buffer | null
  created_at: SetOnInsert
  /** When it is to be tried next; nobody else tries it until then. */
  due_at: ColumnType<Date, undefined, Date>
  attempts: ColumnType<number, undefined, number>
  /** When it was tried for the last time; null while it may still be sent. */
  given_up_at: ColumnType<Date | null, undefined, Date>
}

/** Links to reset a password that were asked for and are not made yet. */
interface ResetRequestsTable {
  id: string
  /** In lower case; perhaps of no account. */
  email: string
  is_portal: boolean
}

interface ResetTokensTable {
  account_id: string
  id: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  expires_at: Date
  used_at: ColumnType<Date | null, undefined, Date>
}

/** Links to verify an address: that of the account, or one that is to take its place. */
interface EmailProofsTable extends ResetTokensTable {
  email: string
  /** When another link of the account was used, or it was reset. */
  voided_at: ColumnType<Date | null, undefined, Date>
}

/** Browsers that have signed in to an account. */
interface DevicesTable {
  account_id: string
  /** SHA-256 of the value that the browser keeps. */
  value_hash: Buffer
  last_used_at: ColumnType<Date, undefined, Date>
}

/** Sign-ins that failed since the last one that did not, with an address that may have no account. */
interface SignInFailuresTable {
  /** Keyed hash of what they are counted by (server/accounts/sign-in-failures.ts). */
  email_hash: Buffer
  in_a_row: number
  in_window: number
  window_ends_at: Date
  next_try_at: ColumnType<Date, undefined, Date>
}

/** A count that the driver answers as text, because it may have more digits than a number holds; ours are read as numbers in SQL. */
type Count = ColumnType<string, number, number>

/** Calls counted against the quota of one billing period. */
interface QuotaPeriodsTable {
  account_id: string
  period_start: Date
  calls: Count
  /** Whether its letter is written: that most of the quota is used, that all of it is. */
  is_warned: Generated<boolean>
  is_told_used_up: Generated<boolean>
}

/** Sums of the calls of one account, by day (UTC), route and class of status. */
interface UsageDaysTable {
  account_id: string
  day: Date
  /** The endpoint's name in the contract, or `screens` for the calls of the portal and the admin desk. */
  route: string
  /** 2, 4 or 5. */
  status_class: number
  calls: Count
  /** Microseconds, all together. */
  time_us: Count
}

/** The last calls of each account. */
interface RecentRequestsTable {
  account_id: string
  id: string
  at: Date
  method: string
  path: string
  status: number
  time_us: Count
}

/** The last batch that each process has written: batches are numbered, so that one that is repeated counts once. */
interface UsageWritersTable {
  id: string
  batch: number
  written_at: Date
}

/** What accounts pay for or were granted; an account without a row is on the plan that costs nothing. */
interface SubscriptionsTable {
  account_id: string
  /** What is paid for, as the payment provider told it last. */
  tier: Generated<Tier>
  /** What the operator granted, which holds whatever is paid. */
  granted_tier: Tier | null
  /** The period that is paid; null without a subscription. */
  period_start: Date | null
  period_end: Date | null
  /** The subscription ends with its period. */
  is_pending_downgrade: Generated<boolean>
  /** The account at the payment provider, and what it subscribes to there. */
  customer_id: string | null
  subscription_id: string | null
  /** Grows by one each time an answer of the provider is written. */
  revision: Generated<number>
  /** Part of the key under which a request goes to the provider: grows when what it asked for is done, or came to nothing. */
  request_number: Generated<number>
  /** When the last page for paying was handed out. */
  checkout_at: Date | null
  /** When the provider is to be asked next, should its news be late; null when nothing is expected of it. */
  check_at: Date | null
  updated_at: ColumnType<Date, undefined, Date>
}

/** News of the payment provider that had their effect; each has it once. */
interface PaymentEventsTable {
  id: string
  type: string
  received_at: SetOnInsert
}

/** Customers of whom the payment provider is to be told: of an address that changed, or that their account is gone. */
interface CustomerChangesTable {
  customer_id: string
  /** Grows with each change, so that one that comes while another is told of is told of too. */
  revision: Generated<number>
  attempts: Generated<number>
  /** When it is to be tried next; nobody else tries it until then. */
  due_at: ColumnType<Date, undefined, Date>
}

/** Pages for paying that move no money. */
interface LocalCheckoutsTable {
  id: string
  customer_id: string
  /** Two requests under one key are the same. */
  request_key: string
  tier: Tier
  expires_at: Date
  paid_at: Date | null
}

/** Subscriptions that cost no money; each month begins at an anniversary of `started_at`. */
interface LocalSubscriptionsTable {
  customer_id: string
  id: string
  tier: Tier
  started_at: ColumnType<Date, Date, never>
  /** Null while it renews itself. */
  ends_at: Date | null
}
