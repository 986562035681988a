import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, manifestFile, parseManifest, readCurrent } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { versionDir } from '../build/announce.ts'
import type { Progress } from '../build/progress.ts'
import { type CmsFile, lastDayOf } from './cms-file.ts'

/** What serves, beside what an update could build from. */
export type Served =
  /** Its data is newer than any of these files. */
  | { kind: 'newer'; version: string; sourceDate: string }
  /** It was built from all of them, if they are still the same. */
  | { kind: 'fromThese'; version: string; sourceDate: string; sources: readonly string[] }
  /** It was built without some of them, cannot be read, or there is no version. */
  | { kind: 'other' }

/**
 * What serves in a registry folder, compared by their names with the files that an update has chosen; `here` are the names of those
 * that are downloaded.
 */
export async function servedOf(
  registryDir: string,
  files: readonly CmsFile[],
  here: ReadonlySet<string>,
  progress: Progress,
): Promise<Served> {
  const current = await readCurrent(registryDir)
  if (current === undefined) return { kind: 'other' }
  try {
    const path = join(versionDir(registryDir, current.version), manifestFile)
    const manifest = parseManifest(await readFile(path, 'utf8'))
    const { version, sourceDate } = manifest
    if (isNewerThan(manifest, files)) return { kind: 'newer', version, sourceDate }
    if (isAnyLacking(manifest, files, here)) return { kind: 'other' }
    return { kind: 'fromThese', version, sourceDate, sources: manifest.sources.map(({ name }) => name) }
  } catch (error) {
    progress.note(`Version ${current.version} cannot be read (${messageOf(error)}); another is built`)
    return { kind: 'other' }
  }
}

/** An archive of which a file was refused, and which is not here any more, was damaged: it may be whole when it comes again. */
function isAnyLacking({ sources, refused }: Manifest, files: readonly CmsFile[], here: ReadonlySet<string>): boolean {
  const taken = new Set(sources.map(({ name }) => name))
  const archives = new Set([...taken].map(archiveOf))
  const left = refused.files.filter(({ name }) => name.includes('/') && !taken.has(name))
  const incomplete = new Set(left.map(({ name }) => archiveOf(name)))
  return files.some(({ name }) => !archives.has(name) || (incomplete.has(name) && !here.has(name)))
}

/** The build names a file of an archive after the archive and itself, with a slash between. */
export function archiveOf(name: string): string {
  return name.split('/')[0] ?? name
}

/** Invented data has dates that mean nothing. */
function isNewerThan({ isSample, sourceDate }: Manifest, files: readonly CmsFile[]): boolean {
  return !isSample && files.every((file) => lastDayOf(file) < sourceDate)
}
