/**
 * Follows a registry folder: opens the version that `current.json` names, looks again every so often, and when it names
 * another one opens that in the background while the first goes on serving, then switches. A version that cannot be opened is
 * refused and told of, and the one before goes on serving; it is tried again now and then, for its files may still be on
 * their way. No request fails on a switch.
 */
import { join } from 'node:path'
import { versionsFolder } from '#registry/format'
import { readCurrent } from './current.ts'
import { RegistryError } from './json-reader.ts'
import { openRegistry } from './open-registry.ts'
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
  /** A look failed; the version before goes on serving. The same failure again is not told again. */
  onError: (error: Error) => void
}

/**
 * How long a version that no longer serves stays open. Searches are synchronous, so no search is ever under way when the
 * registry is switched; what may still be used is a registry taken before and searched after some awaiting. No request keeps
 * one so long, and two open versions take twice the memory.
 */
const closeAfterMs = 15_000

/** A refused version is tried again at every twentieth look: opening one reads all of its files. */
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
  /** Versions that no longer serve, with the timers that will close them. */
  private readonly retired = new Map<Registry, NodeJS.Timeout>()
  private serving: Registry | undefined
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
    for (const [registry, timer] of this.retired) {
      clearTimeout(timer)
      registry.close()
    }
    this.retired.clear()
    this.serving?.close()
    this.serving = undefined
  }

  private async look(): Promise<void> {
    let version: string | undefined
    try {
      version = (await readCurrent(this.registryDir))?.version
      if (version === undefined || version === this.serving?.version || this.isResting(version)) return
      this.switchTo(await openVersion(this.registryDir, version))
    } catch (error) {
      this.refuse(version, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Whether a version was refused too short a time ago to be tried again. */
  private isResting(version: string): boolean {
    if (this.refused?.version !== version || this.refused.looksLeft === 0) return false
    this.refused.looksLeft--
    return true
  }

  private switchTo(opened: Registry): void {
    if (this.isClosed) {
      opened.close()
      return
    }
    const before = this.serving
    this.serving = opened
    this.refused = undefined
    if (before !== undefined) this.retired.set(before, setTimeout(() => this.retire(before), closeAfterMs).unref())
    this.options.onSwitch(opened.version)
  }

  private retire(registry: Registry): void {
    this.retired.delete(registry)
    registry.close()
  }

  private refuse(version: string | undefined, error: Error): void {
    const isNew = this.refused?.version !== version || this.refused?.message !== error.message
    this.refused = { version, message: error.message, looksLeft: looksBetweenTries }
    if (isNew) this.options.onError(error)
  }
}

async function openVersion(registryDir: string, version: string): Promise<Registry> {
  const registry = await openRegistry(join(registryDir, versionsFolder, version))
  if (registry.version === version) return registry
  registry.close()
  throw new RegistryError(version, `expected a snapshot of this version, got ${registry.version}`)
}
