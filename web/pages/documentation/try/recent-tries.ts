/**
 * The last tries in this tab, the newest first. They may hold names and files, so they are kept in memory alone, and no longer than
 * the session.
 */

import { createSessionMemory } from '../../../api/session-memory.ts'
import type { TryAnswer } from './send-try.ts'
import type { TryForm } from './try-form.ts'

export interface RecentTry {
  id: number
  /** The endpoint's page. */
  page: string
  method: string
  address: string
  form: TryForm
  answer: TryAnswer
}

/** More is a log, which the dashboard has. */
const keptMax = 10

const none: readonly RecentTry[] = []
const kept = createSessionMemory(none)
let lastId = 0

/** Adds one; the oldest makes room. */
export function keepTry(recent: Omit<RecentTry, 'id'>): void {
  lastId += 1
  kept.write([{ ...recent, id: lastId }, ...kept.read()].slice(0, keptMax))
}

/** The tries of one endpoint. */
export function useRecentTries(page: string): readonly RecentTry[] {
  return kept.use().filter((recent) => recent.page === page)
}
