/** Tables of rosters and events (migrations 0056, 0062, 0067 and 0076). The driver answers a bigint as text. */
import type { ColumnType, Generated } from 'kysely'
import type { EventType } from '#contract/events'

type Npi = ColumnType<string, number | string, never>

export interface WatchTables {
  rosters: {
    account_id: ColumnType<string, string, never>
    id: ColumnType<string, string, never>
    name: string
    members: Generated<number>
    /** The limit of the plan by which the next three were found; null where members have changed since. */
    held_to: number | null
    /** How many of them are watched, and the last one; null where all are. */
    watched: number | null
    watched_until: Date | null
    watched_npi: number | null
    created_at: ColumnType<Date, undefined, never>
  }
  roster_members: {
    roster_id: ColumnType<string, string, never>
    npi: Npi
    reference: string | null
    added_at: ColumnType<Date, undefined, never>
  }
  /** Providers on any roster. */
  watched_providers: {
    npi: Npi
    /** What the registry has under the NPI. */
    standing: 'active' | 'deactivated' | 'unknown'
    /** Whether the lists were asked about it; until then, its exclusions and licenses are not known. */
    is_compared: Generated<boolean>
    is_excluded: Generated<boolean>
    /** yyyy-mm-dd of the license that ends next; null for none. */
    license_expires_on: ColumnType<Date | null, string | null | undefined, string | null>
    /** The day on which the next notice of an ending license is due, or on which a license or an exclusion ends. */
    notice_due_on: ColumnType<Date | null, string | null | undefined, string | null>
  }
  /** What a list said of a provider when it was last compared. */
  watched_facts: {
    npi: Npi
    list: string
    facts: ColumnType<unknown, string, string>
  }
  /** `done` is the last version of a list; of `doing`, all up to `npi` is. For `registry`, the versions have names. */
  watch_progress: {
    source: string
    done: number
    doing: number | null
    /** Null where only the sequence of the registry's changes, in `done`, is known. */
    done_version: string | null
    doing_version: string | null
    npi: ColumnType<string, number | string | undefined, number | string>
  }
  /** Events found for providers, to be made for each account that watches them, the first chunk first. */
  found_events: {
    id: Generated<string>
    /** An array in the order of their `n`, from 1. */
    events: ColumnType<never, string, never>
    /** All before this one were made, and of it those of accounts up to this one. */
    n: Generated<number>
    account_id: Generated<string>
  }
  watch_events: {
    /** In the order in which the events became visible. */
    position: ColumnType<string, never, never>
    account_id: string
    id: string
    type: EventType
    npi: ColumnType<string | null, number | string | null, never>
    roster_ids: ColumnType<string[], string[], never>
    data: ColumnType<unknown, string, never>
    /** What made it, such as `share 12`: an account gets an event of one type, provider and cause once. */
    cause: string
    at: ColumnType<Date, Date, never>
  }
}
