/**
 * Notes beside a snapshot which of its files were compared with their checksums, and how to tell that they are still the same: by number
 * on the disk, size, and when content and anything else about them was last changed. The last of these (ctime) no program sets by itself on
 * the file systems of Linux and macOS, so that there a file written into, cut, replaced or copied from elsewhere is told from the one that was
 * compared. What a disk does to its own bytes is not told so; whoever takes a note on trust compares the bytes soon after.
 *
 * A note is no part of the snapshot, and worth nothing but time: one that cannot be read or written is as none.
 */
import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileSummary, jsonBytesMax } from '#registry/format'
import { parseJson, readerOf } from './json-reader.ts'

export const checkedNoteFile = 'checked.json'

/**
 * By name, what told each file when it was compared: a file of this mark holds the content with this checksum. Undefined where a file cannot
 * be noted.
 */
export type Marks = Map<string, string>

/** A file changed twice within this many milliseconds may bear the same times, by how exact clocks of file systems are (FAT's is two seconds). */
const settledAfterMs = 2_500

/** What tells the file that is open; undefined while one more change might not be told from the last. */
export function markOf(stats: BigIntStats, { gmac }: FileSummary, nowMs: number): string | undefined {
  if (nowMs - Number(stats.ctimeMs) < settledAfterMs) return undefined
  return [gmac, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
}

/** The marks noted in the folder of a version, none where there is no note. */
export async function readNote(versionDir: string): Promise<Marks> {
  try {
    const bytes = await readFile(join(versionDir, checkedNoteFile))
    if (bytes.length > jsonBytesMax) return new Map()
    const root = readerOf(parseJson(bytes.toString('utf8'), checkedNoteFile), checkedNoteFile)
    return new Map(Object.entries(root.mapValues((mark): mark is string => typeof mark === 'string', 'a text')))
  } catch {
    return new Map()
  }
}

/** Writes the note in full beside its place, then renames it into it. */
export async function writeNote(versionDir: string, marks: Marks): Promise<void> {
  const path = join(versionDir, checkedNoteFile)
  // A name of its own, since several may open a version at the same time, and one that nobody can have put there.
  const next = `${path}.${randomUUID()}`
  try {
    await writeFile(next, `${JSON.stringify(Object.fromEntries(marks), undefined, 2)}\n`, { flag: 'wx' })
    await rename(next, path)
  } catch {
    await rm(next, { force: true }).catch(() => {})
  }
}

/** Has the next opening compare every byte. */
export async function removeNote(versionDir: string): Promise<void> {
  await rm(join(versionDir, checkedNoteFile), { force: true }).catch(() => {})
}
