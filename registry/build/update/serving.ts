import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, manifestFile, parseManifest } from '#registry/format'
import { readCurrent } from '#registry/read/current'
import { messageOf } from '#registry/read/thrown'
import { versionDir } from '../announce.ts'
import type { Progress } from '../progress.ts'
import { type CmsFile, lastDayOf } from './cms-file.ts'

/** What serves, beside what an update could build from. */
export type Served =
  /** It was built from all of these files, or from data that is newer than any of them. */
  | { kind: 'upToDate'; version: string; sourceDate: string }
  /** It was built from the full file and perhaps some others: these are the ones it lacks. */
  | { kind: 'lacks'; files: readonly CmsFile[] }
  /** It was built from another full file or from none, cannot be read, or there is no version. */
  | { kind: 'other' }

/** What serves in a registry folder, compared with the files that an update has chosen. */
export async function servedOf(registryDir: string, files: readonly CmsFile[], progress: Progress): Promise<Served> {
  const current = await readCurrent(registryDir)
  if (current === undefined) return { kind: 'other' }
  try {
    const path = join(versionDir(registryDir, current.version), manifestFile)
    const manifest = parseManifest(await readFile(path, 'utf8'))
    const { version, sourceDate } = manifest
    const lacking = lackingIn(manifest, files)
    if (lacking.length === 0 || isNewerThan(manifest, files)) return { kind: 'upToDate', version, sourceDate }
    return lacking.some(({ kind }) => kind === 'full') ? { kind: 'other' } : { kind: 'lacks', files: lacking }
  } catch (error) {
    progress.note(`Version ${current.version} cannot be read (${messageOf(error)}); another is built`)
    return { kind: 'other' }
  }
}

/** The build names a file of an archive after the archive and itself, with a slash between. */
function lackingIn({ sources }: Manifest, files: readonly CmsFile[]): CmsFile[] {
  const archives = new Set(sources.map(({ name }) => name.split('/')[0]))
  return files.filter(({ name }) => !archives.has(name))
}

/** Invented data has dates that mean nothing. */
function isNewerThan({ isSample, sourceDate }: Manifest, files: readonly CmsFile[]): boolean {
  return !isSample && files.every((file) => lastDayOf(file) < sourceDate)
}
