/** Tables of webhooks (migrations 0060 and 0071). */
import type { ColumnType, Generated } from 'kysely'
import type { EventType } from '#contract/events'
import type { DeliveryState } from '#contract/webhook-endpoints'

export interface WebhookTables {
  webhooks: {
    account_id: string
    id: string
    url: string
    /** A JSON array; null for all. */
    events: ColumnType<EventType[] | null, string | null, string | null>
    description: string | null
    sealed_secret: Buffer
    /** Signs too until then. */
    sealed_old_secret: ColumnType<Buffer | null, undefined, Buffer | null>
    old_secret_until: ColumnType<Date | null, undefined, Date | null>
    /** Null where the last delivery succeeded. */
    failing_since: ColumnType<Date | null, undefined, Date | null>
    /** After a failure, none is made until then. */
    paused_until: ColumnType<Date | null, undefined, Date | null>
    off_at: ColumnType<Date | null, undefined, Date | null>
    created_at: ColumnType<Date, undefined, never>
  }
  webhook_deliveries: {
    account_id: string
    /** Empty for the callbackUrl of a verification. */
    webhook_id: string
    /** Of the event. */
    id: string
    type: string
    /** Null where the endpoint has the URL. */
    callback_url: string | null
    /** JSON. */
    body: string
    /** Those of an endpoint with the same one are made by their positions, one after the other. */
    npi: string | null
    position: Generated<string>
    state: ColumnType<DeliveryState, undefined, DeliveryState>
    attempts: Generated<number>
    /** Its owner waits for it: the next try is made at once. */
    is_urgent: Generated<boolean>
    due_at: ColumnType<Date, undefined, Date>
    /** Since when it is tried. */
    tried_from: ColumnType<Date, undefined, Date>
    attempted_at: ColumnType<Date | null, undefined, Date | null>
    /** Until when the present try is not taken for lost, which also tells it from others; null between tries. */
    claimed_until: ColumnType<Date | null, undefined, Date | null>
    response_status: ColumnType<number | null, undefined, number | null>
    response_body: ColumnType<string | null, undefined, string | null>
    response_ms: ColumnType<number | null, undefined, number | null>
    error: ColumnType<string | null, undefined, string | null>
    created_at: ColumnType<Date, undefined, never>
  }
  /** One row: the position of the last event that is turned into deliveries. */
  webhook_progress: {
    id: string
    position: string
  }
}
