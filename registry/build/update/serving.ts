import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, manifestFile, parseManifest } from '#registry/format'
import { readCurrent } from '#registry/read/current'
import { versionDir } from '../announce.ts'
import { messageOf } from '../build-error.ts'
import type { Progress } from '../progress.ts'
import { type CmsFile, lastDayOf } from './cms-file.ts'

/**
 * The version that serves, when these files bring nothing newer: it was built from all of them, or from data that is newer
 * than any of them. Undefined when they do, when nothing serves, and when what serves cannot be read.
 */
export async function servedBy(
  registryDir: string,
  files: readonly CmsFile[],
  progress: Progress,
): Promise<{ version: string; sourceDate: string } | undefined> {
  const current = await readCurrent(registryDir)
  if (current === undefined) return undefined
  try {
    const path = join(versionDir(registryDir, current.version), manifestFile)
    const manifest = parseManifest(await readFile(path, 'utf8'))
    const { version, sourceDate } = manifest
    return isBuiltFrom(manifest, files) || isNewerThan(manifest, files) ? { version, sourceDate } : undefined
  } catch (error) {
    progress.note(`Version ${current.version} cannot be read (${messageOf(error)}); another is built`)
    return undefined
  }
}

/** The build names a file of an archive after the archive and itself, with a slash between. */
function isBuiltFrom({ sources }: Manifest, files: readonly CmsFile[]): boolean {
  const archives = new Set(sources.map(({ name }) => name.split('/')[0]))
  return files.every(({ name }) => archives.has(name))
}

/** Invented data has dates that mean nothing. */
function isNewerThan({ isSample, sourceDate }: Manifest, files: readonly CmsFile[]): boolean {
  return !isSample && files.every((file) => lastDayOf(file) < sourceDate)
}
