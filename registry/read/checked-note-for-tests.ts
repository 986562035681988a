/** Snapshots that were compared with their checksums some time ago, for tests. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { manifestFile, parseManifest } from '#registry/format'
import { type Marks, markOf, readNote, writeNote } from './checked-note.ts'

/** Lets files that were written just now be noted, until mocks are restored. */
export function letSomeTimePass(): void {
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
}

/** Changes one byte of a file as a disk may do it: nothing that tells a changed file from the noted one tells of it. */
export async function rot(versionDir: string, name: string): Promise<void> {
  const path = join(versionDir, name)
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length / 2)] ^= 1
  writeFileSync(path, bytes)
  const { files } = parseManifest(readFileSync(join(versionDir, manifestFile), 'utf8'))
  const summary = files[name]
  if (summary === undefined) throw new Error(`expected a file of the snapshot, got ${name}`)
  const mark = markOf(statSync(path, { bigint: true }), summary, Number.POSITIVE_INFINITY)
  const marks: Marks = await readNote(versionDir)
  if (mark === undefined || !marks.has(name)) throw new Error(`expected ${name} to be noted`)
  await writeNote(versionDir, marks.set(name, mark))
}
