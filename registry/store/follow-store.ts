/**
 * Follows a store: fetches the version that it announces and announces it in the registry folder, which servers follow.
 * A failure is reported once and retried. Of several processes with one folder, one fetches at a time.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseCurrent, readCurrent } from '#registry/format'
import { messageOf, RegistryError } from '#registry/search/errors'
import type { Workspace } from '../build/workspace.ts'
import { type Fetching, fetchVersion } from './fetch-version.ts'
import { currentKey, type RegistryStore, readSmall } from './store.ts'

export interface FollowStoreOptions extends Pick<Fetching, 'freeBytes' | 'pausesMs'> {
  store: RegistryStore
  registryDir: string
  /** Takes the registry folder; undefined while another process has it. */
  openWorkspace(): Workspace | undefined
  servingVersion(): string | undefined
  intervalMs: number
  onFetched(version: string): void
  /** A repeated failure is reported once. */
  onError(message: string): void
}

export interface StoreFollower {
  close(): Promise<void>
}

/** A version that could not be fetched is retried after this many checks: each try may move gigabytes. */
const looksBetweenTries = 20

export function followStore(options: FollowStoreOptions): StoreFollower {
  const ending = new AbortController()
  const following = follow(options, ending.signal)
  return {
    async close() {
      ending.abort()
      await following
    },
  }
}

async function follow(options: FollowStoreOptions, ending: AbortSignal): Promise<void> {
  const state: FollowState = { settled: undefined, refused: undefined, reported: undefined }
  while (!ending.aborted) {
    try {
      await look(options, state, ending)
      state.reported = undefined
    } catch (error) {
      const message = messageOf(error)
      if (!ending.aborted && message !== state.reported) options.onError(message)
      state.reported = message
    }
    await wait(options.intervalMs, undefined, { signal: ending }).catch(() => {})
  }
}

interface FollowState {
  /** The version last found or made whole here. */
  settled: string | undefined
  refused: { version: string; looksLeft: number; error: unknown } | undefined
  reported: string | undefined
}

async function look(options: FollowStoreOptions, state: FollowState, ending: AbortSignal): Promise<void> {
  const version = await announcedIn(options.store, ending)
  const here = await readCurrent(options.registryDir).catch(() => undefined)
  // An announced version that does not serve may be damaged: it is checked once.
  if (version === here?.version && [options.servingVersion(), state.settled].includes(version)) return
  if (state.refused?.version === version && state.refused.looksLeft > 0) {
    state.refused.looksLeft--
    throw state.refused.error
  }
  const workspace = options.openWorkspace()
  if (workspace === undefined) return
  try {
    await fetchVersion(version, { ...options, workspace, ending, now: new Date(), onDamage: options.onError })
    state.settled = version
    state.refused = undefined
    if (version !== here?.version) options.onFetched(version)
  } catch (error) {
    state.refused = { version, looksLeft: looksBetweenTries, error }
    throw error
  } finally {
    workspace.close()
  }
}

async function announcedIn(store: RegistryStore, ending: AbortSignal): Promise<string> {
  const bytes = await readSmall(store, currentKey, ending)
  if (bytes === undefined)
    throw new RegistryError(currentKey, `expected in ${store.name}, got nothing: publish a version`)
  return parseCurrent(bytes.toString('utf8')).version
}
