/** A registry of sample providers for tests, made by the same command an operator uses. */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Manifest, manifestFile, parseManifest, readCurrent } from '#registry/format'
import { preparedDir } from './prepared.ts'
import { run } from './registry-command.ts'

export interface SampleRegistry {
  registryDir: string
  versionDir: string
  manifest: Manifest
  remove(): Promise<void>
}

/**
 * A registry of this many invented providers in a folder of its own; `remove` deletes it. It is built once in a run
 * of tests, and copied after that.
 */
export async function buildSampleRegistry(providers: number): Promise<SampleRegistry> {
  const prepared = join(preparedDir(), `sample-${providers}`)
  if (!existsSync(prepared)) {
    const { registryDir } = await buildSampleAnew(providers, `${prepared}.`)
    try {
      renameSync(registryDir, prepared)
    } catch (error) {
      // Another test may have built the same one in the meantime.
      if (!existsSync(prepared)) throw error
      rmSync(registryDir, { recursive: true })
    }
  }
  const registryDir = await mkdtemp(join(tmpdir(), 'praxidex-registry-'))
  cpSync(prepared, registryDir, { recursive: true })
  return openSample(registryDir)
}

/**
 * Builds one. No setting of the environment reaches the build, so whoever runs the tests keeps the registry they
 * have.
 */
export async function buildSampleAnew(
  providers: number,
  prefix = join(tmpdir(), 'praxidex-registry-'),
): Promise<SampleRegistry> {
  const registryDir = await mkdtemp(prefix)
  const { code, err } = await run(registryDir, ['build', '--sample', '--providers', String(providers)])
  if (code !== 0) throw new Error(`the build announced no version: ${err}`)
  return openSample(registryDir)
}

async function openSample(registryDir: string): Promise<SampleRegistry> {
  const current = await readCurrent(registryDir)
  if (current === undefined) throw new Error('the build announced no version')
  const versionDir = join(registryDir, 'versions', current.version)
  return {
    registryDir,
    versionDir,
    manifest: parseManifest(await readFile(join(versionDir, manifestFile), 'utf8')),
    remove: () => rm(registryDir, { recursive: true, force: true }),
  }
}
