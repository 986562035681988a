/**
 * Fetches one version from a store and makes it serve once every byte is the one published. Whatever goes wrong before
 * leaves the version before serving. Fails with RegistryError or the system's error.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  checksumFile,
  checksumText,
  type FileSummary,
  type Manifest,
  manifestFile,
  parseManifest,
} from '#registry/format'
import { hasErrorCode, RegistryError } from '#registry/search/errors'
import { makeServing, putInPlace, removeOldVersions, versionDir } from '../build/announce.ts'
import { freeBytesKept } from '../build/limits.ts'
import { recordChanges } from '../build/record-changes.ts'
import { freeBytesOf, type Workspace } from '../build/workspace.ts'
import {
  keyOf,
  type RegistryStore,
  readSmall,
  stallMsMax,
  triesPausesMs,
  versionBytesMax,
  versionFilesMax,
} from './store.ts'

export interface Fetching {
  workspace: Workspace
  store: RegistryStore
  ending: AbortSignal
  now: Date
  onDamage?: (sentence: string) => void
  freeBytes?: (folder: string) => Promise<number>
  pausesMs?: readonly number[]
}

/** Makes the version serve. What is here already is fetched again only if it was damaged since. */
export async function fetchVersion(version: string, options: Fetching): Promise<void> {
  const { workspace, now } = options
  const { manifest, bytes } = await readManifest(version, options)
  const place = versionDir(workspace.registryDir, version)
  if (!(await isWhole(place, bytes, manifest.files, options))) {
    const folder = workspace.begin()
    await expectRoom(folder, manifest, options)
    // The version's own folder: nothing else of an unfinished fetch gets its name.
    const fetched = join(folder, version)
    await mkdir(fetched)
    for (const [name, expected] of Object.entries(manifest.files)) {
      await receivePatiently(keyOf(version, name), join(fetched, name), expected, options)
    }
    await writeFile(join(fetched, manifestFile), bytes, { flush: true })
    await writeFile(join(fetched, checksumFile), checksumText(bytes), { flush: true })
    options.ending.throwIfAborted()
    putInPlace(workspace, fetched, version)
  }
  const { registryDir } = workspace
  await recordChanges({ registryDir, dir: place, manifest, rules: null, onDamage: options.onDamage ?? (() => {}) })
  await makeServing(workspace, version, now)
  await removeOldVersions(workspace)
}

async function readManifest(
  version: string,
  { store, ending }: Fetching,
): Promise<{ manifest: Manifest; bytes: Buffer }> {
  const [key, checksumKey] = [keyOf(version, manifestFile), keyOf(version, checksumFile)]
  const bytes = await readSmall(store, key, ending)
  if (bytes === undefined) throw new RegistryError(key, `expected in ${store.name}, got nothing`)
  const checksum = (await readSmall(store, checksumKey, ending))?.toString('latin1')
  if (checksum !== checksumText(bytes)) {
    throw new RegistryError(key, `expected the SHA-256 that ${checksumFile} tells, got another`)
  }
  const manifest = parseManifest(bytes.toString('utf8'))
  if (manifest.version !== version) {
    throw new RegistryError(key, `expected a snapshot of version ${version}, got ${manifest.version}`)
  }
  return { manifest, bytes }
}

async function isWhole(
  place: string,
  manifestBytes: Buffer,
  files: Record<string, FileSummary>,
  { ending }: Fetching,
): Promise<boolean> {
  const checksum = checksumText(manifestBytes)
  const small = { [manifestFile]: manifestBytes, [checksumFile]: Buffer.from(checksum) }
  const summaries = Object.entries(small).map(([name, bytes]) => [name, summaryOf(bytes)] as const)
  for (const [name, expected] of [...summaries, ...Object.entries(files)]) {
    if (!(await isAsExpected(join(place, name), expected, ending))) return false
  }
  return true
}

function summaryOf(bytes: Buffer): { bytes: number; sha256: string } {
  // The line of a checksum begins with the hash in hexadecimal.
  return { bytes: bytes.length, sha256: checksumText(bytes).slice(0, 64) }
}

async function expectRoom(folder: string, { files }: Manifest, { freeBytes = freeBytesOf }: Fetching): Promise<void> {
  const sizes = Object.values(files).map(({ bytes }) => bytes)
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
  if (sizes.length > versionFilesMax || total > versionBytesMax) {
    const most = `at most ${versionFilesMax} files and ${versionBytesMax} bytes`
    throw new RegistryError(manifestFile, `expected ${most}, got ${sizes.length} and ${total}`)
  }
  const free = (await freeBytes(folder)) - freeBytesKept
  if (total > free) {
    throw new Error(
      `The disk of ${folder} is too full: expected ${total} bytes free beside ${freeBytesKept} in reserve, got ${Math.max(0, free)}`,
    )
  }
}

/** Tries again after a broken connection; no other error changes by that. */
async function receivePatiently(
  key: string,
  path: string,
  expected: FileSummary,
  { store, ending, pausesMs = triesPausesMs }: Fetching,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      await receive({ store, key, path, expected, ending })
      return
    } catch (error) {
      ending.throwIfAborted()
      if (error instanceof RegistryError || hasErrorCode(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES')) throw error
    }
    await wait(pauseMs, undefined, { signal: ending })
  }
  await receive({ store, key, path, expected, ending })
}

interface Receiving {
  store: RegistryStore
  key: string
  path: string
  expected: Pick<FileSummary, 'bytes' | 'sha256'>
  ending: AbortSignal
  /** Without a byte for this long the store counts as silent. */
  stallMs?: number
}

/** Flushes the file. Fails with RegistryError unless the object is as expected; never writes more than expected. */
export async function receive({ store, key, path, expected, ending, stallMs = stallMsMax }: Receiving): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new Error(`${store.name} sent nothing for ${stallMs / 1000} s`)),
    stallMs,
  )
  const signal = AbortSignal.any([ending, silence.signal])
  try {
    const object = await store.open(key, signal)
    if (object === undefined) throw new RegistryError(key, `expected in ${store.name}, got nothing`)
    if (object.bytes !== expected.bytes) {
      object.content.destroy()
      throw new RegistryError(key, `expected ${expected.bytes} bytes, got ${object.bytes}`)
    }
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        timer.refresh()
        bytes += chunk.length
        if (bytes > expected.bytes) throw new RegistryError(key, `expected ${expected.bytes} bytes, got more`)
        hash.update(chunk)
        yield chunk
      }
      // The rest is up to our own disk.
      clearTimeout(timer)
    }
    await pipeline(object.content, counted, createWriteStream(path, { flush: true }), { signal })
    if (bytes !== expected.bytes)
      throw new Error(`${key}: the connection ended after ${bytes} of ${expected.bytes} bytes`)
    const sha256 = hash.digest('hex')
    if (sha256 !== expected.sha256) throw new RegistryError(key, `expected SHA-256 ${expected.sha256}, got ${sha256}`)
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** A file that cannot be read is not as expected. */
async function isAsExpected(path: string, expected: Receiving['expected'], ending: AbortSignal): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    if ((await stat(path)).size !== expected.bytes) return false
    await pipeline(createReadStream(path), hash, { signal: ending })
  } catch {
    ending.throwIfAborted()
    return false
  }
  return hash.digest('hex') === expected.sha256
}
