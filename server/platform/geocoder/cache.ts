/** Answers kept in memory, the least recently used dropped first, each only as long as it is fresh. */

export interface AnswerCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

/** Keeps at most `sizeMax` answers, each for `ageMsMax` milliseconds on the clock `now`. */
export function answerCache<T>(sizeMax: number, ageMsMax: number, now: () => number): AnswerCache<T> {
  // A Map keeps its entries in the order they were set, so the first is the least recently used.
  const entries = new Map<string, { value: T; setAt: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      if (now() - entry.setAt > ageMsMax) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, setAt: now() })
      const [oldest] = entries.keys()
      if (entries.size > sizeMax && oldest !== undefined) entries.delete(oldest)
    },
  }
}
