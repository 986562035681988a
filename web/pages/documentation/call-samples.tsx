/** The samples of a call, in the language that the reader chose last. */
import { useSyncExternalStore } from 'react'
import { defaultOrigin } from '#contract/product'
import { CodeTabs } from '../../ui/code.tsx'
import { type SampleCall, samplesOf } from './samples.ts'

export function CallSamples({ label, request }: { label: string; request: SampleCall }) {
  const { path, ...call } = request
  const origin = useSyncExternalStore(never, () => window.location.origin, writtenOrigin)
  const language = useSyncExternalStore(follow, stored, () => undefined)
  return (
    <CodeTabs label={label} samples={samplesOf({ ...call, url: origin + path })} chosen={language} onChoose={store} />
  )
}

/** The origin in the prerendered page, which its first render must agree with: the server put its own address there. */
function writtenOrigin(): string {
  return typeof document === 'undefined' ? defaultOrigin : (document.documentElement.dataset.origin ?? defaultOrigin)
}

function never(): () => void {
  return () => {}
}

const storageKey = 'sampleLanguage'
const listeners = new Set<() => void>()
let withoutStorage: string | undefined

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
