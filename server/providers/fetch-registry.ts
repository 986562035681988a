/** Keeps the registry folder at the version that is published elsewhere. */

import { tryWorkspace } from '#registry/build/workspace'
import type { RegistrySource } from '#registry/search/follow'
import { followStore, type StoreFollower } from '#registry/store/follow-store'
import type { RegistryStore } from '#registry/store/store'
import { lockHolder, takeProcessLock } from '../platform/process-lock.ts'

const storeIntervalMs = 5_000

interface RegistryFetching {
  store: RegistryStore
  registryDir: string
  registry: RegistrySource
  say(sentence: string): void
  warn(sentence: string): void
}

/** Begins at once; `close` ends a fetch. */
export function fetchRegistry({ store, registryDir, registry, say, warn }: RegistryFetching): StoreFollower {
  return followStore({
    store,
    registryDir,
    openWorkspace: () => tryWorkspace(registryDir, { take: takeProcessLock, holder: lockHolder }),
    servingVersion: () => registry.current()?.version,
    intervalMs: storeIntervalMs,
    onFetched: (version) => say(`Version ${version} of the registry was fetched from ${store.name}.`),
    onError: (message) => warn(`The registry is not fetched from ${store.name}: ${message}`),
  })
}
