/** The language of samples: what the visitor chose last, on whichever page. */
import { useSyncExternalStore } from 'react'

const storageKey = 'sampleLanguage'
const listeners = new Set<() => void>()
let withoutStorage: string | undefined

/** The choice, and how to change it; a prerendered page knows of none. */
export function useLanguage(): [string | undefined, (name: string) => void] {
  const language = useSyncExternalStore(follow, stored, () => undefined)
  return [language, store]
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return withoutStorage
  }
}

function store(name: string): void {
  try {
    localStorage.setItem(storageKey, name)
  } catch {
    withoutStorage = name
  }
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
