/**
 * What test keys are answered from: a sample registry and its invented lists. It is the registry that serves where that
 * is a sample, else one of its own, which is opened by the first call of a test key. No answer of it has a real row.
 */
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { apiError } from '../http/verb.ts'
import { reasonOf } from '../platform/error-code.ts'
import { readSamples, type SamplesInMemory } from '../sources/samples-in-memory.ts'

export interface SampleData {
  registry: RegistrySource
  lists: Omit<SamplesInMemory, 'overlay'>
  /** Fails with `not_ready` where there is no sample. */
  open(): Promise<void>
}

export interface SampleParts {
  serving: RegistrySource
  /** Builds the sample beside the registry that serves where there is none yet, and opens it. */
  followSample: (() => Promise<RegistrySource>) | undefined
  warn(sentence: string): void
}

/** After a failure, which may have been a whole build. */
const triedAgainAfterMs = 10_000

export function sampleData({ serving, followSample, warn }: SampleParts): SampleData {
  const listsOf = new WeakMap<Registry, Promise<SamplesInMemory>>()
  let following: Promise<RegistrySource> | undefined
  let own: RegistrySource | undefined

  function current(): Registry | undefined {
    const registry = serving.current()
    return registry?.isSample ? registry : own?.current()
  }

  async function follow(): Promise<RegistrySource> {
    try {
      if (followSample === undefined) throw new Error('this process has none')
      return await followSample()
    } catch (error) {
      warn(`Test keys cannot be answered, since the sample registry did not open: ${reasonOf(error)}.`)
      setTimeout(() => {
        following = undefined
      }, triedAgainAfterMs).unref()
      throw error
    }
  }

  async function read(registry: Registry): Promise<SamplesInMemory> {
    const lists = await readSamples(registry)
    // The one that serves has the overlay of its own lists.
    if (registry !== serving.current()) await registry.takeOverlay({ version: registry.version, parts: lists.overlay })
    return lists
  }

  async function lists(): Promise<SamplesInMemory> {
    const registry = current()
    if (registry === undefined) throw apiError('not_ready', { waitingFor: ['the sample registry'] })
    const known = listsOf.get(registry)
    if (known !== undefined) return known
    const reading = read(registry)
    listsOf.set(registry, reading)
    // One that failed is read again.
    reading.catch(() => listsOf.delete(registry))
    return reading
  }

  return {
    registry: { current, damages: () => 0, overlayFault: () => undefined, close: async () => {} },
    lists: {
      versions: async () => (await lists()).versions(),
      find: async (sought) => (await lists()).find(sought),
      findByKey: async (sought) => (await lists()).findByKey(sought),
    },
    async open() {
      if (current() === undefined) {
        following ??= follow()
        own = await following.catch(() => undefined)
      }
      await lists()
    },
  }
}
