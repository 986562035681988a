/**
 * On first start, builds the sample registry, only in a folder without versions, which must exist if the operator named
 * it: never in place of real data that is lost or not mounted. A sample in an old format is rebuilt.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tryWorkspace } from '#registry/build/workspace'
import {
  currentFile,
  isOlderSample,
  isVersion,
  manifestFile,
  nextCurrentFile,
  readCurrent,
  versionsFolder,
} from '#registry/format'
import type { RegistrySource } from '#registry/search/follow'
import { followStore, type StoreFollower } from '#registry/store/follow-store'
import type { RegistryStore } from '#registry/store/store'
import { runProgram } from '../platform/node-program.ts'
import { lockHolder, takeProcessLock } from '../platform/process-lock.ts'
import type { Settings } from '../settings.ts'

const builder = fileURLToPath(new URL('../../registry/build/main.ts', import.meta.url))

/** Builds it where no version was ever announced or fetched. Throws an Error with one sentence. */
export async function ensureRegistry(
  {
    registryDir,
    isRegistryDirNamed,
    registryFrom,
  }: Pick<Settings, 'registryDir' | 'isRegistryDirNamed' | 'registryFrom'>,
  ending: AbortSignal,
): Promise<void> {
  if (registryFrom !== undefined) return
  const current = await readCurrent(registryDir)
  if (current !== undefined) {
    if (!(await isOfOlderSample(registryDir, current.version))) return
    ending.throwIfAborted()
    process.stdout.write('The sample registry is of an older format: building it again.\n')
    // Its counts cannot be read to be compared.
    await runProgram(builder, { args: ['build', '--sample', '--allow-count-change'], ending })
    return
  }
  if (isRegistryDirNamed && !existsSync(registryDir)) {
    throw new Error(
      `The registry folder ${registryDir} does not exist: mount or make the folder that REGISTRY_DIR names, or leave REGISTRY_DIR unset to try the sample.`,
    )
  }
  // The builder finishes an interrupted announcement.
  if (holdsVersions(registryDir) && !existsSync(join(registryDir, nextCurrentFile))) {
    throw new Error(
      `The registry folder ${registryDir} holds versions but no ${currentFile} that says which one serves: restore it, or build the registry again with npm run registry:build.`,
    )
  }
  ending.throwIfAborted()
  process.stdout.write('There is no provider registry yet: building the sample, with invented providers.\n')
  const code = await runProgram(builder, { args: ['build', '--sample'], ending })
  // Another process may have built one meanwhile.
  if (code === 0 || (await readCurrent(registryDir)) !== undefined) return
  throw new Error(`The sample registry could not be built in ${registryDir}; the reason is above.`)
}

/** Builds the sample in a folder of its own where it holds none of today's format. */
export async function ensureSample(registryDir: string, ending: AbortSignal): Promise<void> {
  const before = await readCurrent(registryDir)
  if (before !== undefined && !(await isOfOlderSample(registryDir, before.version))) return
  ending.throwIfAborted()
  await runProgram(builder, { args: ['build', '--sample', '--allow-count-change', '--to', registryDir], ending })
  if ((await readCurrent(registryDir)) === undefined) throw new Error(`it could not be built in ${registryDir}`)
}

async function isOfOlderSample(registryDir: string, version: string): Promise<boolean> {
  try {
    return isOlderSample(await readFile(join(registryDir, versionsFolder, version, manifestFile), 'utf8'))
  } catch {
    // Not known to be a sample.
    return false
  }
}

function holdsVersions(registryDir: string): boolean {
  const versions = join(registryDir, versionsFolder)
  return existsSync(versions) && readdirSync(versions).some(isVersion)
}

/** Keeps the registry folder at the version that is published elsewhere. */

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
