/**
 * Follows a registry folder: opens the version that `current.json` names in the background, then switches. One that
 * cannot be opened is reported and retried. Once a day every file is compared with its checksum.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { versionsFolder } from '#registry/format'
import { readCurrent } from '../format.ts'
import { prepareCityNames } from '../places/city-names.ts'
import { preparePlaces } from '../places/places.ts'
import { hasErrorCode, RegistryError } from './errors.ts'
import { openRegistry, type RegistryOptions } from './open-registry.ts'
import { type Overlay, readOverlay } from './overlay.ts'
import type { Registry } from './query.ts'
import type { SearchThreads } from './threads/search-threads.ts'

export interface RegistrySource {
  /** Undefined while there is none. Ask for every request, and do not keep it. */
  current(): Registry | undefined
  damages(): number
  /** Why the newest overlay does not serve; the one before does then. */
  overlayFault(): string | undefined
  close(): Promise<void>
}

export interface FollowOptions {
  /** Milliseconds. */
  intervalMs: number
  /** Also for the first version. */
  onSwitch: (version: string) => void
  /** The same failure is reported once until it is over; the same damage once until the next daily check. */
  onError: (error: Error) => void
  threads?: SearchThreads | undefined
  /** The file of the overlay, which is followed too. */
  overlayFile?: string | undefined
}

/** For searches that began before. Two open versions take twice the memory, so there are never three. */
export const closeAfterMs = 15_000

/** Sooner the first time, so that a process that restarts often checks them too. */
export const checkEveryMs = 24 * 60 * 60 * 1000
export const firstCheckAfterMs = 10 * 60 * 1000

const reportedDamagesMax = 100

const looksBetweenTries = 20

/** Resolves after the first look, whatever it found. */
export async function followRegistry(registryDir: string, options: FollowOptions): Promise<RegistrySource> {
  const follower = new Follower(registryDir, options)
  await follower.follow()
  return follower
}

class Follower implements RegistrySource {
  private readonly registryDir: string
  private readonly options: FollowOptions
  private serving: Registry | undefined
  private retired: { registry: Registry; timer: NodeJS.Timeout } | undefined
  private refused: { version: string | undefined; message: string; looksLeft: number } | undefined
  private nextLook: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()
  private nextCheck: NodeJS.Timeout | undefined
  private checking: Promise<void> = Promise.resolve()
  private readonly ending = new AbortController()
  private overlay: Overlay | undefined
  private overlaySeen = ''
  private overlayProblem: string | undefined
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

  overlayFault(): string | undefined {
    return this.overlayProblem
  }

  damages(): number {
    return this.damageCount
  }

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
    await this.lookAtOverlay()
    await this.lookAtRegistry()
  }

  /** A file that was not replaced is not read again. */
  private async lookAtOverlay(): Promise<void> {
    const { overlayFile, onError } = this.options
    if (overlayFile === undefined) return
    try {
      const { ino, mtimeMs, size } = await stat(overlayFile)
      const seen = `${ino} ${mtimeMs} ${size}`
      if (seen === this.overlaySeen) return
      this.overlaySeen = seen
      const overlay = await readOverlay(overlayFile)
      this.overlayProblem = undefined
      if (overlay === undefined || overlay.version === this.overlay?.version) return
      await this.serving?.takeOverlay(overlay)
      this.overlay = overlay
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return
      this.overlayProblem = asError(error).message
      onError(asError(error))
    }
  }

  private async lookAtRegistry(): Promise<void> {
    let version: string | undefined
    try {
      version = (await readCurrent(this.registryDir))?.version
      // A failure that is over is reported again when it returns.
      if (version !== undefined && version === this.serving?.version) this.refused = undefined
      else if (version !== undefined && !this.isResting(version)) this.switchTo(await this.opened(version))
    } catch (error) {
      this.refuse(version, asError(error))
    }
  }

  private isResting(version: string): boolean {
    if (this.refused?.version !== version || this.refused.looksLeft === 0) return false
    this.refused.looksLeft--
    return true
  }

  /** A third version in memory is never opened. */
  private async opened(version: string): Promise<Registry> {
    const retired = this.takeRetired()
    if (retired?.version === version) return this.overlaid(retired)
    retired?.close()
    // The tables of places load before the first version serves, so that no search or suggestion waits for them.
    if (this.serving === undefined) {
      preparePlaces()
      prepareCityNames()
    }
    const onDamage = (error: RegistryError) => this.reportDamage(error)
    return this.overlaid(await openVersion(this.registryDir, version, { onDamage, threads: this.options.threads }))
  }

  private async overlaid(registry: Registry): Promise<Registry> {
    if (this.overlay !== undefined) await registry.takeOverlay(this.overlay)
    return registry
  }

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

  /** A version that was left meanwhile may have been removed, which is no damage. */
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
