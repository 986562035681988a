/** An LRU cache whose entries expire after `ageMsMax`. */

export interface AnswerCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

export function answerCache<T>(sizeMax: number, ageMsMax: number, now: () => number): AnswerCache<T> {
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
