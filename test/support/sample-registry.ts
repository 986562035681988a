/** A registry of sample providers for tests, made by the same command an operator uses. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Manifest, manifestFile, parseManifest } from '#registry/format'
import { readCurrent } from '#registry/read/current'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

export interface SampleRegistry {
  registryDir: string
  versionDir: string
  manifest: Manifest
  remove(): Promise<void>
}

/** Builds a registry of this many invented providers in a folder of its own; `remove` deletes it. */
export async function buildSampleRegistry(providers: number): Promise<SampleRegistry> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praxidex-registry-'))
  await run(
    process.execPath,
    ['--import', 'tsx', 'registry/build/main.ts', 'build', '--sample', '--providers', String(providers)],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir } },
  )
  const registryDir = join(dataDir, 'registry')
  const current = await readCurrent(registryDir)
  if (current === undefined) throw new Error('the build announced no version')
  const versionDir = join(registryDir, 'versions', current.version)
  return {
    registryDir,
    versionDir,
    manifest: parseManifest(await readFile(join(versionDir, manifestFile), 'utf8')),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}
