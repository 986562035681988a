/** A registry of sample providers for tests, made by the same command an operator uses. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#registry/build/test-command'
import { type Manifest, manifestFile, parseManifest } from '#registry/format'
import { readCurrent } from '#registry/read/current'

export interface SampleRegistry {
  registryDir: string
  versionDir: string
  manifest: Manifest
  remove(): Promise<void>
}

/**
 * Builds a registry of this many invented providers in a folder of its own; `remove` deletes it. No setting of the environment
 * reaches the build, so whoever runs the tests keeps the registry they have.
 */
export async function buildSampleRegistry(providers: number): Promise<SampleRegistry> {
  const registryDir = await mkdtemp(join(tmpdir(), 'praxidex-registry-'))
  const { code, err } = await run(registryDir, ['build', '--sample', '--providers', String(providers)])
  const current = await readCurrent(registryDir)
  if (code !== 0 || current === undefined) throw new Error(`the build announced no version: ${err}`)
  const versionDir = join(registryDir, 'versions', current.version)
  return {
    registryDir,
    versionDir,
    manifest: parseManifest(await readFile(join(versionDir, manifestFile), 'utf8')),
    remove: () => rm(registryDir, { recursive: true, force: true }),
  }
}
