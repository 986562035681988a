import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentFile, isVersion, type Manifest, manifestFile, parseManifest, versionsFolder } from '#registry/format'
import { readCurrent } from '#registry/search/current'
import { messageOf } from '#registry/search/thrown'
import { versionDir } from './announce.ts'
import type { Progress } from './progress.ts'

/** What serves before a build: nothing, a version that says what is in it, or something that nobody can tell; `what` names it. */
export type Serving = { kind: 'nothing' } | { kind: 'read'; manifest: Manifest } | { kind: 'unreadable'; what: string }

/** What serves in a registry folder. Throws RegistryError when its `current.json` cannot be read. */
export async function servingNow(registryDir: string, progress: Progress): Promise<Serving> {
  const current = await readCurrent(registryDir)
  if (current === undefined) {
    const hasVersions = readdirSync(join(registryDir, versionsFolder)).some(isVersion)
    return hasVersions
      ? { kind: 'unreadable', what: `the versions in the folder, of which no ${currentFile} names one,` }
      : { kind: 'nothing' }
  }
  const { version } = current
  try {
    const text = await readFile(join(versionDir(registryDir, version), manifestFile), 'utf8')
    return { kind: 'read', manifest: parseManifest(text) }
  } catch (error) {
    progress.note(`The counts are not compared: version ${version} cannot be read (${messageOf(error)})`)
    return { kind: 'unreadable', what: `version ${version}, which cannot be read,` }
  }
}
