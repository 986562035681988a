/**
 * Follows a registry folder: opens the version that `current.json` names, looks again every so often, and when it names
 * another one opens that in the background while the first goes on serving, then switches. A version that cannot be
 * opened is refused and told of, and the one before goes on serving; it is tried again now and then, for its files may
 * still be on their way. No request fails on a switch. Once a day all files of what serves are compared with their
 * checksums: damage is told of, and what is not damaged goes on serving, since an answer never holds a damaged byte.
 */
import { join } from 'node:path'
import { versionsFolder } from '#registry/format'
import { readCurrent } from '../format.ts'
import { preparePlaces } from '../places/places.ts'
import { RegistryError } from './errors.ts'
import { openRegistry, type RegistryOptions } from './open-registry.ts'
import type { Registry } from './query.ts'
import type { SearchThreads } from './threads/search-threads.ts'

export interface RegistrySource {
  /** The registry that serves now; undefined while there is none. Ask anew for every request, and do not keep it. */
  current(): Registry | undefined
  /** How often bytes of the registry were found damaged, since the following began. */
  damages(): number
  /** Ends the following and closes what is open. */
  close(): Promise<void>
}

export interface FollowOptions {
  /** How often to look at `current.json`, in milliseconds. */
  intervalMs: number
  /** A version began to serve: the first one, too. */
  onSwitch: (version: string) => void
  /**
   * A look failed, and the version before goes on serving; or damage was found. The same failure at the next looks is
   * not told again, the same damage not before the next daily check.
   */
  onError: (error: Error) => void
  /** Threads that are to search what serves. */
  threads?: SearchThreads | undefined
}

/**
 * How long the version before stays open. What may still be used is a registry taken before, by a search that threads
 * make, or that begins after some awaiting. No request keeps one so long, and two open versions take twice the memory.
 * The one before that is closed at once, so that there are never three, but for what was asked of it and is answered
 * yet.
 */
export const closeAfterMs = 15_000

/**
 * All files are compared once a day. The first time comes sooner, so that a process that is often restarted compares
 * them, too.
 */
export const checkEveryMs = 24 * 60 * 60 * 1000
export const firstCheckAfterMs = 10 * 60 * 1000

/** Damages told of between two checks; those beyond are counted. */
const reportedDamagesMax = 100

/** A refused version rests for so many looks before it is tried again: opening one reads what is kept in memory. */
const looksBetweenTries = 20

/** Resolves when the first look is done, whatever it found. */
export async function followRegistry(registryDir: string, options: FollowOptions): Promise<RegistrySource> {
  const follower = new Follower(registryDir, options)
  await follower.follow()
  return follower
}

class Follower implements RegistrySource {
  private readonly registryDir: string
  private readonly options: FollowOptions
  private serving: Registry | undefined
  /** The version that served before, while it is still open, with the timer that will close it. */
  private retired: { registry: Registry; timer: NodeJS.Timeout } | undefined
  private refused: { version: string | undefined; message: string; looksLeft: number } | undefined
  private nextLook: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()
  private nextCheck: NodeJS.Timeout | undefined
  private checking: Promise<void> = Promise.resolve()
  private readonly ending = new AbortController()
  private damageCount = 0
  private readonly reportedDamages = new Set<string>()
  private isClosed = false

  constructor(registryDir: string, options: FollowOptions) {
    this.registryDir = registryDir
    this.options = options
    this.checkAfter(firstCheckAfterMs)
  }

  current(): Registry | undefined {
    return this.serving
  }

  damages(): number {
    return this.damageCount
  }

  /** Looks now, and then again and again: each look begins when the one before has ended, however long that took. */
  async follow(): Promise<void> {
    this.looking = this.look()
    await this.looking
    if (this.isClosed) return
    this.nextLook = setTimeout(() => void this.follow(), this.options.intervalMs).unref()
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.nextLook)
    clearTimeout(this.nextCheck)
    this.ending.abort()
    await Promise.all([this.looking, this.checking])
    this.takeRetired()?.close()
    this.serving?.close()
    this.serving = undefined
  }

  private async look(): Promise<void> {
    let version: string | undefined
    try {
      version = (await readCurrent(this.registryDir))?.version
      // Whatever was wrong is over: should it come back, it is told again.
      if (version !== undefined && version === this.serving?.version) this.refused = undefined
      else if (version !== undefined && !this.isResting(version)) this.switchTo(await this.opened(version))
    } catch (error) {
      this.refuse(version, asError(error))
    }
  }

  /** Whether a version was refused too short a time ago to be tried again. */
  private isResting(version: string): boolean {
    if (this.refused?.version !== version || this.refused.looksLeft === 0) return false
    this.refused.looksLeft--
    return true
  }

  /** The version before if it is asked for again; else it is closed first, for it would be a third one in memory. */
  private async opened(version: string): Promise<Registry> {
    const retired = this.takeRetired()
    if (retired?.version === version) return retired
    retired?.close()
    // Before the first version serves no search waits for it, though a server that runs already does nothing else
    // meanwhile; later the tables are read already.
    if (this.serving === undefined) preparePlaces()
    const onDamage = (error: RegistryError) => this.reportDamage(error)
    return openVersion(this.registryDir, version, { onDamage, threads: this.options.threads })
  }

  /** The version before, which is now for the caller to serve or to close. */
  private takeRetired(): Registry | undefined {
    clearTimeout(this.retired?.timer)
    const registry = this.retired?.registry
    this.retired = undefined
    return registry
  }

  private switchTo(opened: Registry): void {
    if (this.isClosed) {
      opened.close()
      return
    }
    const before = this.serving
    this.serving = opened
    this.refused = undefined
    if (before !== undefined) this.retire(before)
    this.options.onSwitch(opened.version)
  }

  private retire(registry: Registry): void {
    const timer = setTimeout(() => this.takeRetired()?.close(), closeAfterMs).unref()
    this.retired = { registry, timer }
  }

  private checkAfter(ms: number): void {
    this.nextCheck = setTimeout(() => {
      this.checking = this.check()
    }, ms).unref()
  }

  /** Compares all files of what serves. A version that was left meanwhile may have been removed, which is no damage. */
  private async check(): Promise<void> {
    const registry = this.serving
    this.reportedDamages.clear()
    try {
      const damages = (await registry?.damages(this.ending.signal)) ?? []
      if (this.serving === registry) for (const error of damages) this.reportDamage(error)
    } catch (error) {
      if (!this.isClosed) this.options.onError(asError(error))
    }
    if (!this.isClosed) this.checkAfter(checkEveryMs)
  }

  private reportDamage(error: RegistryError): void {
    this.damageCount++
    if (this.reportedDamages.has(error.message) || this.reportedDamages.size === reportedDamagesMax) return
    this.reportedDamages.add(error.message)
    this.options.onError(error)
  }

  private refuse(version: string | undefined, error: Error): void {
    const isNew = this.refused?.version !== version || this.refused?.message !== error.message
    this.refused = { version, message: error.message, looksLeft: looksBetweenTries }
    if (!isNew) return
    if (error instanceof RegistryError) this.damageCount++
    this.options.onError(error)
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

async function openVersion(registryDir: string, version: string, options: RegistryOptions): Promise<Registry> {
  const registry = await openRegistry(join(registryDir, versionsFolder, version), options)
  if (registry.version === version) return registry
  registry.close()
  throw new RegistryError(version, `expected a snapshot of this version, got ${registry.version}`)
}
