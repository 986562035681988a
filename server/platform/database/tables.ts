import type { ColumnType, Generated } from 'kysely'
import type { KeyMode, TestOutcome } from '#contract/key-modes'
import type { Tier } from '#contract/plans'
import type { Scope } from '#contract/scopes'
import type { OpeningWay, SharedCredential } from '#contract/share-endpoints'
import type { CredentialType } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import type { ExportTables } from './export-tables.ts'
import type { SupportTables } from './support-tables.ts'
import type { WatchTables } from './watch-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

export interface Tables extends ExportTables, SupportTables, WatchTables, WebhookTables {
  accounts: {
    id: string
    /** Lower case. */
    email: string
    phone: string
    password_hash: string
    /** The verified NPI. */
    npi: string | null
    /** Approved credentials, as a JSON array. */
    credentials: ColumnType<string[], string | undefined, string>
    is_admin: Generated<boolean>
    email_verified_at: Date | null
    /** Since when all in the account is its owner's; null until mailbox and account are proved together. */
    owned_since: ColumnType<Date | null, undefined, Date>
    callback_generation: Generated<number>
    is_emailed_on_opening: Generated<boolean>
    is_emailed_on_quota: Generated<boolean>
    is_emailed_weekly: Generated<boolean>
    /** When its events were last looked at for the weekly email. */
    digest_at: ColumnType<Date, undefined, Date>
    created_at: SetOnInsert
  }
  sessions: {
    account_id: string
    id: string
    /** SHA-256 of the token. */
    token_hash: Buffer
    created_at: SetOnInsert
    last_used_at: ColumnType<Date, undefined, Date>
    browser: ColumnType<string | null, string | null, never>
  }
  second_factors: {
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
  recovery_codes: {
    account_id: string
    /** SHA-256 of the account and the code. */
    code_hash: Buffer
    used_at: ColumnType<Date | null, undefined, Date>
  }
  factor_challenges: {
    account_id: string
    id: string
    purpose: 'sign_in' | 'passkey'
    token_hash: Buffer
    expires_at: Date
  }
  api_keys: {
    account_id: string
    id: string
    /** Keyed hash, to look the key up (server/platform/secrets.ts). */
    lookup_hash: Buffer
    sealed: Buffer
    created_at: SetOnInsert
    /** From when it no longer works; to come while a rotated key overlaps with the next. */
    revoked_at: Date | null
    name: string
    mode: ColumnType<KeyMode, KeyMode, never>
    is_default: boolean
    /** JSON arrays; null for everything and everywhere. */
    scopes: ColumnType<Scope[] | null, string | null, string | null>
    networks: ColumnType<string[] | null, string | null, string | null>
    expires_at: Date | null
  }
  installation: {
    id: string
    secret_check: Buffer
    /** Links to images made before are void. */
    restored_at: ColumnType<Date | null, undefined, Date>
    public_url: ColumnType<string | null, undefined, string>
  }
  /** Ordered by `at`; only ever inserted. */
  audit_events: {
    id: string
    at: SetOnInsert
    /** An account id, `operator`, `payments`, or null. */
    actor: string | null
    action: string
    subject: string
    /** A flat JSON object. */
    details: ColumnType<Record<string, string | number | boolean | null>, string, never>
  }
  /** The chain: each row seals an event and the previous seal; only ever inserted. */
  audit_seals: {
    sequence: Count
    event_id: string
    hash: Buffer
  }
  audit_head: {
    id: string
    sequence: Count
    hash: Buffer
    mac: Buffer | null
  }
  /** The chain's end, once a day; only ever inserted. */
  audit_anchors: {
    /** As yyyy-mm-dd, UTC. */
    day: string
    sequence: Count
    hash: Buffer
    mac: Buffer
  }
  /** Where the chain's key was changed: earlier rows have a key of their own. */
  audit_key_changes: {
    sequence: Count
    hash: Buffer
    sealed_key: Buffer
  }
  /** One row: the seal behind which the chain begins after retention. */
  audit_start: {
    id: string
    sequence: Count
    hash: Buffer
    mac: Buffer | null
  }
  refusal_counts: {
    action: string
    subject: string
    actor: string | null
    since: SetOnInsert
    count: number
  }
  letters: {
    id: string
    /** Null where the account is gone. */
    account_id: string | null
    recipient: string
    kind: string
    subject: string
    body_text: string
    body_html: string
    attachment: string | null
    reply_to: string | null
    /** Ends emails of this kind; may hold `secretPlace`. */
    unsubscribe_url: ColumnType<string | null, string | null | undefined, never>
    /** Replaces `secretPlace`, or is the key of the file; sealed for this row. */
    sealed_secret: ColumnType<Buffer | null, Buffer | undefined, Buffer | null>
    file_type: ColumnType<string | null, string | undefined, never>
    sealed_file: ColumnType<Buffer | null, Buffer | undefined, never>
    created_at: SetOnInsert
    due_at: ColumnType<Date, undefined, Date>
    attempts: ColumnType<number, undefined, number>
    /** Null while it may still be sent. */
    given_up_at: ColumnType<Date | null, undefined, Date>
  }
  reset_requests: {
    id: string
    /** Lower case; may belong to no account. */
    email: string
    is_portal: boolean
  }
  reset_tokens: ResetToken
  email_proofs: ResetToken & {
    email: string
    voided_at: ColumnType<Date | null, undefined, Date>
  }
  /** Counts failed sign-ins since the last good one, also for addresses without an account. */
  sign_in_failures: {
    /** Keyed hash of what they are counted by (server/accounts/sign-in-failures.ts). */
    email_hash: Buffer
    in_a_row: number
    in_window: number
    window_ends_at: Date
    next_try_at: ColumnType<Date, undefined, Date>
  }
  devices: {
    account_id: string
    /** SHA-256 of the value that the browser keeps. */
    value_hash: Buffer
    last_used_at: ColumnType<Date, undefined, Date>
  }
  quota_periods: {
    account_id: string
    period_start: Date
    calls: Count
    /** Whether the emails at 80 % and 100 % are written. */
    is_warned: Generated<boolean>
    is_told_used_up: Generated<boolean>
  }
  /** Counted calls of a key in a billing period, and when it was last used at all. */
  key_periods: {
    account_id: string
    key_id: string
    period_start: Date
    calls: Count
    last_used_at: Date
  }
  /** Calls of an account by UTC hour or day, key, route and error. Hours are kept for two days. */
  usage_sums: {
    account_id: string
    span: 'hour' | 'day'
    start: Date
    key_id: string
    /** An endpoint's name in the contract, or `screens` for calls of the portal and the admin desk. */
    route: string
    /** Of the error; empty for a success. */
    code: string
    calls: Count
    /** Microseconds in all. */
    time_us: Count
  }
  /** Calls by the time they took (server/usage/percentiles.ts). */
  usage_times: {
    account_id: string
    span: 'hour' | 'day'
    start: Date
    bucket: number
    calls: Count
  }
  /** Sums of versions before usage_sums, by UTC day: read until they are 25 months old. */
  usage_days: {
    account_id: string
    day: Date
    route: string
    /** 2, 4 or 5. */
    status_class: number
    calls: Count
    time_us: Count
  }
  recent_requests: {
    account_id: string
    id: string
    at: Date
    method: string
    path: string
    status: number
    time_us: Count
    /** Null in rows of versions before. */
    request_id: ColumnType<string | null, string | undefined, never>
    key_id: ColumnType<string | null, string | undefined, never>
    bytes: ColumnType<number | null, number | undefined, never>
    /** Code and sentence of the error; empty for a success. */
    code: ColumnType<string | null, string | undefined, never>
    sentence: ColumnType<string | null, string | undefined, never>
  }
  /** The last batch each process has written, so that a retried batch counts once. */
  usage_writers: {
    id: string
    batch: number
    written_at: Date
  }
  /** Accounts without a row are on the free plan. */
  subscriptions: {
    account_id: string
    tier: Generated<Tier>
    /** Granted by the operator, whatever is paid. */
    granted_tier: Tier | null
    /** Null without a subscription. */
    period_start: Date | null
    period_end: Date | null
    is_pending_downgrade: Generated<boolean>
    customer_id: string | null
    subscription_id: string | null
    /** Incremented with each answer of the provider. */
    revision: Generated<number>
    /** Part of the idempotency key of requests to the provider; incremented when one is done or came to nothing. */
    request_number: Generated<number>
    checkout_at: Date | null
    /** When to ask the provider next, in case an event is late; null when none is expected. */
    check_at: Date | null
    updated_at: ColumnType<Date, undefined, Date>
  }
  payment_events: {
    id: string
    type: string
    received_at: SetOnInsert
  }
  customer_changes: {
    customer_id: string
    /** Incremented by each change, so that one made during a notification is sent too. */
    revision: Generated<number>
    attempts: Generated<number>
    due_at: ColumnType<Date, undefined, Date>
  }
  local_checkouts: {
    id: string
    customer_id: string
    request_key: string
    tier: Tier
    expires_at: Date
    paid_at: Date | null
  }
  /** Each month begins at an anniversary of `started_at`. */
  local_subscriptions: {
    customer_id: string
    id: string
    tier: Tier
    started_at: ColumnType<Date, Date, never>
    ends_at: Date | null
  }
  verifications: {
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
    decided_by: ColumnType<string | null, undefined, string>
    expires_at: ColumnType<Date | null, undefined, Date | null>
    rejection_reason: ColumnType<string | null, undefined, string | null>
    note: ColumnType<string | null, undefined, string | null>
    /** Days before the expiry of the last reminder sent. */
    reminded_days: ColumnType<number | null, undefined, number>
    /** The license that boards are asked about; null for those that NPPES has. */
    license_number: string | null
    license_state: string | null
    license_from: 'request' | 'document' | null
    /** Set while an approval needs a review, with what its checks say now. */
    needs_review_at: ColumnType<Date | null, undefined, Date | null>
    review_checks: ColumnType<Check[] | null, undefined, string | null>
    /** Whom the registry had under the NPI when it was last compared. */
    provider_name: ColumnType<string | null, string | null | undefined, string | null>
    provider_state: ColumnType<string | null, string | null | undefined, string | null>
    /** An admin's account id; meaningless past `claimed_until`. */
    claimed_by: ColumnType<string | null, undefined, string | null>
    claimed_until: ColumnType<Date | null, undefined, Date | null>
    created_at: SetOnInsert
  }
  /** Verifications of test mode, apart from the others, so that nothing done with those finds them. */
  sample_verifications: {
    account_id: string
    id: string
    npi: string
    credential: CredentialType
    is_personal: boolean
    /** As a JSON array of checks (contract/verifications.ts). */
    checks: ColumnType<Check[], string, never>
    license_number: string | null
    license_state: string | null
    callback_url: string | null
    /** What it decides itself to be; `pending` for ever. */
    outcome: TestOutcome['status']
    rejection_reason: string | null
    status: ColumnType<TestOutcome['status'] | 'withdrawn', undefined, TestOutcome['status'] | 'withdrawn'>
    /** When it decides itself; null once it has, and where it never does. */
    decide_at: ColumnType<Date | null, Date | null, null>
    decided_at: ColumnType<Date | null, undefined, Date>
    expires_at: ColumnType<Date | null, undefined, Date | null>
    created_at: SetOnInsert
  }
  /** Calls with an Idempotency-Key, kept for a day. */
  idempotency_keys: {
    account_id: string
    key: string
    body_hash: Buffer
    /** Null while the call is in progress. */
    answer: ColumnType<string | null, undefined, string>
    created_at: SetOnInsert
  }
  callback_key: {
    id: string
    sealed: Buffer
  }
  images: {
    account_id: string
    id: string
    verification_id: string
    is_bound: Generated<boolean>
    /** The key that opens the bytes, sealed; null once the image is destroyed. */
    wrapped_key: Buffer | null
    /** SHA-256 of what was sent. */
    original_sha256: Buffer
    perceptual_hash: Buffer | null
    width: number
    height: number
    bytes: number
    has_exif: boolean
    software: string | null
    edited_by: string | null
    is_held: Generated<boolean>
    destroy_after: Date | null
    destroyed_at: Date | null
    removed_at: Date | null
    created_at: SetOnInsert
  }
  image_bands: {
    band: number
    value: number
    image_id: string
  }
  /** Images of deleted accounts whose bytes may still be in the file store. */
  image_remains: {
    image_id: string
    noted_at: SetOnInsert
  }
  /** Days of exclusion lists are yyyy-mm-dd. */
  source_versions: {
    version: number
    list: string
    kind: 'license' | 'exclusion' | 'medicare'
    state: string | null
    /** As yyyy-mm-dd. */
    source_date: string
    /** Where its date comes from; `before` for what was loaded before 0030. */
    date_from: 'option' | 'name' | 'title' | 'today' | 'sample' | 'before'
    rows: number
    refused: number
    is_sample: boolean
    /** Null until it is loaded whole. */
    loaded_at: Date | null
  }
  source_lists: {
    list: string
    /** The one that counts. */
    version: number | null
    /** The one before. */
    previous: number | null
  }
  source_rows: {
    version: number
    row: number
    /** server/sources/packed-row.ts */
    fields: string
    /** server/sources/keys.ts */
    keys: string[]
  }
  /** Lists that were replaced and that verifications are to be compared with. */
  source_rechecks: {
    list: string
    due_at: Date
    /** The id of the last verification that was compared. */
    done_to: string
  }
  source_keys: {
    version: number
    key: string
    row: number
  }
  /** What checks of the service found; bits of minutes (server/status/checks.ts). */
  status_days: {
    day: ColumnType<string, string, never>
    component: string
    good: string
    bad: string
  }
  shares: {
    account_id: string
    id: string
    /** SHA-256 of the id of the SMART Health Link, which follows from the token. */
    link_hash: Buffer
    /** Keyed by that id, which the database does not have. */
    passcode_hash: Buffer | null
    /** The key of the SMART Health Link, sealed by a key that follows from its id. */
    sealed_key: Buffer
    /** As a JSON array. */
    verification_ids: ColumnType<string[], string, never>
    content: ColumnType<SharedContent, string, never>
    recipient: string | null
    shows_license: boolean
    views_max: number | null
    views: Generated<number>
    passcode_failures: Generated<number>
    list_number: number
    list_index: number
    created_at: SetOnInsert
    expires_at: ColumnType<Date, Date, never>
    last_opened_at: ColumnType<Date | null, undefined, Date>
    revoked_at: ColumnType<Date | null, undefined, Date>
  }
  /** The last openings of each share, numbered from 1. */
  share_views: {
    account_id: string
    share_id: string
    number: number
    opened_at: SetOnInsert
    recipient: string
    way: OpeningWay
    browser: string | null
    network: string | null
  }
  /** Entries of status lists in use: they outlast a deleted account, and are free again when they expire. */
  status_entries: {
    list_number: number
    list_index: number
    expires_at: Date
    revoked_at: ColumnType<Date | null, undefined, Date>
  }
}

/** A bigint that the driver answers as text; read as a number in SQL. */
type Count = ColumnType<string, number, number>

/** Set by the database when the row is inserted. */
type SetOnInsert = ColumnType<Date, undefined, never>

/** The last two are shown as rejected: a revoked approval and a withdrawn request. */
type StoredStatus = 'pending' | 'approved' | 'rejected' | 'revoked' | 'withdrawn'

interface ResetToken {
  account_id: string
  id: string
  token_hash: Buffer
  expires_at: Date
  used_at: ColumnType<Date | null, undefined, Date>
}

/** Tables of shares (migration 0029). */

/** What a share shows: as it was when the clinician made it. */
export interface SharedContent {
  name: string | null
  npi: string
  credentials: SharedCredential[]
}
