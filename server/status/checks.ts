/**
 * Checks of the service by its own processes. Each marks the minute in which a check of a component did or did not
 * succeed; marks of several processes are joined, so that no order and no repetition changes what they say. While the
 * database is away marks wait in memory. A minute without a mark is unknown, never good.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { statusDays } from '#contract/limits'
import { type StatusComponent, statusComponents } from '#contract/status-words'
import { keysOf } from '#contract/verification-words'
import type { RegistrySource } from '#registry/search/follow'
import type { Database } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { dayMs } from '../platform/times.ts'

export type Findings = Readonly<Record<StatusComponent, boolean>>

export interface CheckedParts {
  database: Pick<Database, 'db' | 'isAlive'>
  registry: Pick<RegistrySource, 'current'>
}

const checkEveryMs = 30_000
const answerMsMax = 2_000
const minutesOfDay = 1_440

/** Due work that is this late is not done by anyone. */
const lateAfter = sql`interval '10 minutes'`

/** `isApiUp` is false where an answer over HTTP failed. */
export async function check({ database, registry }: CheckedParts, isApiUp: boolean): Promise<Findings> {
  const isAlive = await database.isAlive()
  const [lists, jobs] = isAlive
    ? await Promise.all([areListsRead(database.db), isWorkDone(database.db)])
    : [false, false]
  return { api: isApiUp, registry: registry.current() !== undefined, lists, database: isAlive, jobs }
}

async function areListsRead(db: Kysely<Tables>): Promise<boolean> {
  return db
    .selectFrom('source_lists')
    .select('list')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    )
}

/** Whether no email and no document waits that is long due. */
async function isWorkDone(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ isLate: boolean }>`select
      exists (select from letters where given_up_at is null and due_at < now() - ${lateAfter})
      or exists (select from verifications where status = 'pending' and read_due_at < now() - ${lateAfter})
      as "isLate"`.execute(db)
    return rows[0]?.isLate === false
  } catch {
    return false
  }
}

export interface Marks {
  add(findings: Findings, at: Date): void
  /** Writes what was added, and keeps it where that fails. */
  write(): Promise<void>
}

interface MarkedDay {
  day: string
  component: StatusComponent
  good: Uint8Array
  bad: Uint8Array
}

export function openMarks(database: Pick<Database, 'db'>): Marks {
  const waiting = new Map<string, MarkedDay>()
  return {
    add(findings, at) {
      const day = at.toISOString().slice(0, 10)
      const minute = at.getUTCHours() * 60 + at.getUTCMinutes()
      for (const component of componentNames) {
        const key = `${day} ${component}`
        const marked = waiting.get(key) ?? { day, component, good: noMinutes(), bad: noMinutes() }
        marked[findings[component] ? 'good' : 'bad'][minute] = 1
        waiting.set(key, marked)
      }
    },
    async write() {
      // In one order everywhere, so that processes never wait for each other in a circle.
      const values = [...waiting]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { good, bad, ...row }]) => ({ ...row, good: bits(good), bad: bits(bad) }))
      if (values.length === 0) return
      await database.db
        .insertInto('status_days')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['day', 'component']).doUpdateSet({
            good: sql`status_days.good | excluded.good`,
            bad: sql`status_days.bad | excluded.bad`,
          }),
        )
        .execute()
      waiting.clear()
    },
  }
}

export const componentNames = keysOf(statusComponents)

function noMinutes(): Uint8Array {
  return new Uint8Array(minutesOfDay)
}

function bits(minutes: Uint8Array): RawBuilder<string> {
  return sql<string>`${minutes.join('')}::bit(1440)`
}

/** `origin` is where this process listens. */
export function keepChecking(
  parts: CheckedParts & { database: Database; origin: string; warn(sentence: string): void },
): Repeating {
  const marks = openMarks(parts.database)
  const work = async () => {
    marks.add(await check(parts, await isAnswered(parts.origin)), new Date())
    await marks.write()
    return false
  }
  const onAway = (reason: string) => parts.warn(`What checks of the service find waits in memory: ${reason}.`)
  return keepDoing(work, { name: 'checks of the service', everyMs: checkEveryMs, onAway })
}

async function isAnswered(origin: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(answerMsMax) })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}

export interface DayCount {
  day: string
  up: number
  partly: number
  down: number
  unknown: number
}

/** Minutes of the last days of a component, oldest first, the present one up to now; without a row they are unknown. */
export async function countedDays(db: Kysely<Tables>, now: Date): Promise<(component: StatusComponent) => DayCount[]> {
  const days = Array.from({ length: statusDays }, (_, index) => dayBefore(now, statusDays - 1 - index))
  const counted = (minutes: RawBuilder<unknown>) => sql<number>`length(replace((${minutes})::text, '0', ''))`
  const rows = await db
    .selectFrom('status_days')
    .select([sql<string>`day::text`.as('day'), 'component'])
    .select([
      counted(sql`good & ~bad`).as('up'),
      counted(sql`good & bad`).as('partly'),
      counted(sql`bad & ~good`).as('down'),
    ])
    .where(sql<boolean>`day >= ${days[0]}::date`)
    .execute()
  const elapsed = now.getUTCHours() * 60 + now.getUTCMinutes() + 1
  return (component) =>
    days.map((day) => {
      const row = rows.find((one) => one.day === day && one.component === component)
      const { up = 0, partly = 0, down = 0 } = row ?? {}
      const minutes = day === days.at(-1) ? elapsed : minutesOfDay
      return { day, up, partly, down, unknown: Math.max(0, minutes - up - partly - down) }
    })
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
}

export async function forgetOldChecks(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`day < ((${now}) at time zone 'utc')::date - ${statusDays}::integer`
  await deleteInBatches(db, { table: 'status_days', key: ['day', 'component'], condition })
}
