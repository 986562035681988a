/**
 * Sees to it that there is a registry to serve: on first start the sample, built as any registry is. It must never take the
 * place of real data that is lost or not mounted, so it is built only where nothing points to a registry: in a folder without
 * versions, and only in one that exists when the operator named it. A sample that an older version of this program built, in a format
 * that this one does not read, is built again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  currentFile,
  isOlderSample,
  isVersion,
  manifestFile,
  nextCurrentFile,
  readCurrent,
  versionsFolder,
} from '#registry/format'
import { nodeProgram } from '../platform/node-program.ts'
import type { Settings } from '../settings.ts'

const builder = fileURLToPath(new URL('../../registry/build/main.ts', import.meta.url))

/**
 * Builds the sample where no version was ever announced and none is fetched from elsewhere; the builder shows its own progress and reads the same settings. It is a
 * process of its own, so that the memory it needs is given back. Throws an Error with one sentence when it fails or when the
 * folder is not one for the sample, and does nothing when the process is `ending`.
 */
export async function ensureRegistry(
  {
    registryDir,
    isRegistryDirNamed,
    registryFrom,
  }: Pick<Settings, 'registryDir' | 'isRegistryDirNamed' | 'registryFrom'>,
  ending: AbortSignal,
): Promise<void> {
  // It comes from there, and nothing may stand in its place until it does.
  if (registryFrom !== undefined) return
  const current = await readCurrent(registryDir)
  if (current !== undefined) {
    if (!(await isOfOlderSample(registryDir, current.version))) return
    ending.throwIfAborted()
    process.stdout.write('The sample registry is of an older format: building it again.\n')
    // Its counts cannot be read to be compared.
    await buildSample(['--allow-count-change'], ending)
    return
  }
  if (isRegistryDirNamed && !existsSync(registryDir)) {
    throw new Error(
      `The registry folder ${registryDir} does not exist: mount or make the folder that REGISTRY_DIR names, or leave REGISTRY_DIR unset to try the sample.`,
    )
  }
  // The builder finishes a first announcement that was cut off.
  if (holdsVersions(registryDir) && !existsSync(join(registryDir, nextCurrentFile))) {
    throw new Error(
      `The registry folder ${registryDir} holds versions but no ${currentFile} that says which one serves: restore it, or build the registry again with npm run registry:build.`,
    )
  }
  ending.throwIfAborted()
  process.stdout.write('There is no provider registry yet: building the sample, with invented providers.\n')
  const code = await buildSample([], ending)
  // Another process may have built one in the meantime, which is why this one could not.
  if (code === 0 || (await readCurrent(registryDir)) !== undefined) return
  throw new Error(`The sample registry could not be built in ${registryDir}; the reason stands above.`)
}

/** Answers the builder's exit code; when the process is ending the builder is stopped, and awaited. */
async function buildSample(options: readonly string[], ending: AbortSignal): Promise<unknown> {
  const child = spawn(process.execPath, [...nodeProgram(builder), 'build', '--sample', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = () => child.kill('SIGINT')
  ending.addEventListener('abort', stop)
  const [code] = await once(child, 'exit')
  ending.removeEventListener('abort', stop)
  return code
}

async function isOfOlderSample(registryDir: string, version: string): Promise<boolean> {
  try {
    return isOlderSample(await readFile(join(registryDir, versionsFolder, version, manifestFile), 'utf8'))
  } catch {
    // Whatever it is, it is not known to be a sample.
    return false
  }
}

function holdsVersions(registryDir: string): boolean {
  const versions = join(registryDir, versionsFolder)
  return existsSync(versions) && readdirSync(versions).some(isVersion)
}
