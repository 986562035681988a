/** The last tries in this tab, the newest first. They may hold names and files, so they are kept in memory alone. */
import { useSyncExternalStore } from 'react'
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

let tries: readonly RecentTry[] = []
let lastId = 0
const listeners = new Set<() => void>()
const none: readonly RecentTry[] = []

/** Adds one; the oldest makes room. */
export function keepTry(recent: Omit<RecentTry, 'id'>): void {
  lastId += 1
  tries = [{ ...recent, id: lastId }, ...tries].slice(0, keptMax)
  for (const listener of listeners) listener()
}

/** The tries of one endpoint. */
export function useRecentTries(page: string): readonly RecentTry[] {
  const all = useSyncExternalStore(
    follow,
    () => tries,
    () => none,
  )
  return all.filter((recent) => recent.page === page)
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
