/**
 * Restores images: written and synced under temporary names, renamed last before the tables commit, removed on failure.
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { forceToDisk, writeToDisk } from '../platform/folders.ts'
import { type BackupSummary, expectSame, filesFolder, restoringFolder, sha256Of } from './backup-folder.ts'

type FileSummaries = Exclude<BackupSummary['files'], null>

export async function withFiles(
  folder: string,
  summaries: FileSummaries,
  dir: string,
  work: (putInPlace: () => Promise<void>) => Promise<void>,
): Promise<void> {
  expectPaths(summaries)
  // Left by a killed restore.
  if (existsSync(dir) && readdirSync(dir).some((name) => name !== restoringFolder)) {
    throw new Error(`The folder ${dir} is not empty: restore into an empty folder.`)
  }
  const beside = join(dir, restoringFolder)
  const made = await mkdir(dir, { recursive: true, mode: 0o700 })
  try {
    await rm(beside, { recursive: true, force: true })
    await writeBeside(join(folder, filesFolder), summaries, beside)
    await work(() => putInPlace(beside, dir))
  } catch (error) {
    const topNames = Object.keys(summaries).map((path) => path.split('/')[0] ?? path)
    for (const name of new Set([restoringFolder, ...topNames])) {
      await rm(join(dir, name), { recursive: true, force: true })
    }
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw error
  }
}

function expectPaths(summaries: FileSummaries): void {
  for (const path of Object.keys(summaries)) {
    if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/')) {
      throw new Error(`The backup does not match: expected a path below ${filesFolder}; got ${path}.`)
    }
  }
}

async function writeBeside(from: string, summaries: FileSummaries, beside: string): Promise<void> {
  const folders = new Set([beside])
  await mkdir(beside, { mode: 0o700 })
  for (const [path, { sha256 }] of Object.entries(summaries)) {
    const bytes = await readFile(join(from, path))
    expectSame(sha256, sha256Of(bytes), path)
    await mkdir(dirname(join(beside, path)), { recursive: true, mode: 0o700 })
    await writeToDisk(join(beside, path), bytes)
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(join(beside, above))
  }
  for (const each of folders) await forceToDisk(each)
}

async function putInPlace(beside: string, dir: string): Promise<void> {
  for (const name of await readdir(beside)) await rename(join(beside, name), join(dir, name))
  await rm(beside, { recursive: true })
  await forceToDisk(dir)
  await forceToDisk(dirname(dir))
}
