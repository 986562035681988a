/**
 * Publishes the version that serves: files first, `current.json` last, so that a store never announces what is not
 * whole. Publishing what the store has only announces it again, as after a rollback. Fails with BuildError or the
 * store's error.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { checksumFile, type Manifest, manifestFile, parseCurrent, parseManifest, readCurrent } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { versionDir } from '../build/announce.ts'
import { BuildError } from '../build/build-error.ts'
import type { Progress } from '../build/progress.ts'
import { currentKey, keyOf, type RegistryStore, readSmall } from './store.ts'

interface PublishOptions {
  registryDir: string
  store: RegistryStore
  progress: Progress
  /** Uploads every file even if the store has the version. */
  isAnew: boolean
  /** Lets a sample replace real data. */
  allowSample: boolean
}

interface Published {
  version: string
  before: string | undefined
  filesUploaded: number
}

/** In place of a version where the store's `current.json` names none. */
const unreadable = 'unreadable'

/** The caller must hold the registry folder, so that no version is removed meanwhile. */
export async function publish(options: PublishOptions): Promise<Published> {
  const { registryDir, store, progress, isAnew } = options
  const current = await readCurrent(registryDir)
  if (current === undefined) throw new BuildError([`${registryDir}: expected a registry; got one that was never built`])
  const { version } = current
  const folder = versionDir(registryDir, version)
  progress.step(`opening version ${version}`)
  const registry = await openRegistry(folder, { isCheckedWhole: true })
  registry.close()
  const manifest = parseManifest(await readFile(join(folder, manifestFile), 'utf8'))
  const before = await announcedBefore(store)
  await expectNoSampleForReal(manifest, before, options)
  const checksum = await readFile(join(folder, checksumFile))
  const isThere = !isAnew && (await small(store, keyOf(version, checksumFile)))?.equals(checksum) === true
  // The checksum comes last: a store that has it has all.
  const names = isThere ? [] : [...Object.keys(manifest.files), manifestFile, checksumFile]
  for (const name of names) {
    progress.step(`uploading ${name}`)
    await store.put(keyOf(version, name), createReadStream(join(folder, name)))
  }
  progress.step('announcing')
  await store.put(currentKey, Readable.from([Buffer.from(`${JSON.stringify(current, undefined, 2)}\n`)]))
  return { version, before, filesUploaded: names.length }
}

async function announcedBefore(store: RegistryStore): Promise<string | undefined> {
  const bytes = await small(store, currentKey)
  if (bytes === undefined) return undefined
  try {
    return parseCurrent(bytes.toString('utf8')).version
  } catch {
    // It may have been real data: a sample replaces it only on request.
    return unreadable
  }
}

async function expectNoSampleForReal(
  { isSample }: Manifest,
  before: string | undefined,
  { store, allowSample }: PublishOptions,
): Promise<void> {
  if (!isSample || allowSample || before === undefined) return
  const bytes = await small(store, keyOf(before, manifestFile))
  // A manifest of another format cannot be read, but is not a sample for that.
  if (bytes !== undefined && isSampleText(bytes.toString('utf8'))) return
  throw new BuildError([
    `${store.name}: expected real data in place of version ${before}; got a sample (--allow-sample)`,
  ])
}

function isSampleText(text: string): boolean {
  try {
    return parseManifest(text).isSample
  } catch {
    return false
  }
}

function small(store: RegistryStore, key: string): Promise<Buffer | undefined> {
  return readSmall(store, key, new AbortController().signal)
}
