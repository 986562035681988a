/** State in the memory of this tab, cleared when the session changes: no user sees another's. */
import { useSyncExternalStore } from 'react'
import { currentToken, onTokenChange } from './tokens.ts'

interface SessionMemory<T> {
  read(): T
  write(value: T): void
  use(): T
}

export function createSessionMemory<T>(empty: T): SessionMemory<T> {
  let kept = empty
  let keptFor: string | null | undefined
  const listeners = new Set<() => void>()

  function read(): T {
    const token = currentToken()
    if (token !== keptFor) kept = empty
    keptFor = token
    return kept
  }
  function follow(listener: () => void): () => void {
    const stop = onTokenChange(listener)
    listeners.add(listener)
    return () => {
      stop()
      listeners.delete(listener)
    }
  }
  return {
    read,
    write(value) {
      kept = value
      keptFor = currentToken()
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(follow, read, () => empty),
  }
}
