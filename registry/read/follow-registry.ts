/**
 * Follows a registry folder: opens the version that `current.json` names, looks again every so often, and when it names
 * another one opens that in the background while the first goes on serving, then switches. A version that cannot be opened is
 * refused and told of, and the one before goes on serving; it is tried again now and then, for its files may still be on
 * their way. No request fails on a switch. What opening took on trust is compared with its checksums while it serves; a version
 * found damaged then is refused as if opening had found it, and the one before serves again where it is still open.
 */
import { join } from 'node:path'
import { versionsFolder } from '#registry/format'
import { readCurrent } from './current.ts'
import { RegistryError } from './json-reader.ts'
import { openRegistry, type RegistryOptions } from './open-registry.ts'
import { preparePlaces } from './places.ts'
import type { Registry } from './query.ts'

export interface RegistrySource {
  /** The registry that serves now; undefined while there is none. Ask anew for every request, and do not keep it. */
  current(): Registry | undefined
  /** Ends the following and closes what is open. */
  close(): Promise<void>
}

export interface FollowOptions {
  /** How often to look at `current.json`, in milliseconds. */
  intervalMs: number
  /** A version began to serve: the first one, too. */
  onSwitch: (version: string) => void
  /** A look failed; the version before goes on serving. The same failure at the next looks is not told again. */
  onError: (error: Error) => void
}

/**
 * How long the version before stays open. Searches are synchronous, so no search is ever under way when the registry is
 * switched; what may still be used is a registry taken before and searched after some awaiting. No request keeps one so long,
 * and two open versions take twice the memory. The one before that is closed at once, so that there are never three.
 */
export const closeAfterMs = 15_000

/** Beside a version that serves the next one is checked by one thread, which leaves the other processor of two to requests. */
const threadsBesideServing = 1

/** A refused version rests for so many looks before it is tried again: opening one reads all of its files. */
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
  private isClosed = false

  constructor(registryDir: string, options: FollowOptions) {
    this.registryDir = registryDir
    this.options = options
  }

  current(): Registry | undefined {
    return this.serving
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
    await this.looking
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
    // Before the first version serves no search waits for it, though a server that runs already does nothing else meanwhile; later
    // the tables are read already.
    if (this.serving === undefined) preparePlaces()
    return openVersion(this.registryDir, version, {
      ...(this.serving !== undefined && { threadsMax: threadsBesideServing }),
      isCheckedAnew: this.refused?.version === version,
    })
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
    if (before !== undefined) {
      const timer = setTimeout(() => this.takeRetired()?.close(), closeAfterMs).unref()
      this.retired = { registry: before, timer }
    }
    this.options.onSwitch(opened.version)
    void this.checkBehind(opened)
  }

  private async checkBehind(registry: Registry): Promise<void> {
    try {
      await registry.checkTrusted()
    } catch (error) {
      if (this.isClosed) return
      this.leave(registry)
      this.refuse(registry.version, asError(error))
    }
  }

  /** Closes a version that is damaged; the one before serves instead, if it is still open. */
  private leave(damaged: Registry): void {
    const retired = this.takeRetired()
    damaged.close()
    if (this.serving !== damaged) return
    this.serving = retired
    if (retired !== undefined) this.options.onSwitch(retired.version)
  }

  private refuse(version: string | undefined, error: Error): void {
    const isNew = this.refused?.version !== version || this.refused?.message !== error.message
    this.refused = { version, message: error.message, looksLeft: looksBetweenTries }
    if (isNew) this.options.onError(error)
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
