import { createReadStream, type Dirent, type Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf } from '#registry/search/thrown'
import { BuildError } from '../build-error.ts'
import { filesMax, readAtOnce } from '../limits.ts'
import { Archives } from './archives.ts'
import { formatOf, leftoverReason } from './file-format.ts'
import type { FoundSources } from './source.ts'

/**
 * Finds the files that hold rows among files, folders (searched to the bottom) and zip archives. Sorted by name within a
 * folder, so that the same folder gives the same build. What cannot be read is told in `refused`, what holds no rows in
 * `ignored`. Throws BuildError when there are too many files, two of one name, or archives that unpack to too much.
 */
export async function findSources(paths: readonly string[]): Promise<FoundSources> {
  const archives = new Archives()
  const found: FoundSources = { sources: [], ignored: [], refused: [], close: () => archives.close() }
  const givenIn = new Map<string, string>()
  try {
    for (const path of paths) {
      const before = found.sources.length
      await findBelow(path, basename(path), true, found, archives)
      const names = found.sources.slice(before).map(({ name }) => name)
      for (const name of names) {
        expectNew(name, path, givenIn)
        givenIn.set(name, path)
      }
    }
  } catch (error) {
    found.close()
    throw error
  }
  return found
}

/** Files are told apart by their names alone, so that a file is the same whichever way it is given. */
function expectNew(name: string, path: string, givenIn: ReadonlyMap<string, string>): void {
  const other = givenIn.get(name)
  if (other === undefined) return
  const got = other === path ? `${path} twice` : `one in ${other} and one in ${path}`
  throw new BuildError([`${name}: expected one file of this name among all that is given; got ${got}`])
}

async function findBelow(
  path: string,
  name: string,
  isGiven: boolean,
  found: FoundSources,
  archives: Archives,
): Promise<void> {
  let stats: Stats
  try {
    stats = await stat(path)
  } catch (error) {
    found.refused.push({ name, reason: `expected a file, folder or zip archive; got ${messageOf(error)}` })
    return
  }
  if (stats.isDirectory()) {
    for (const entry of await entriesOf(path)) {
      // What a given folder is called, or where it stands, says nothing of the files in it.
      const below = isGiven ? entry.name : `${name}/${entry.name}`
      // A link may lead in a circle, or to what is found here anyway.
      if (entry.isSymbolicLink()) found.ignored.push({ name: below, reason: 'a symbolic link' })
      else await findBelow(join(path, entry.name), below, false, found, archives)
    }
  } else if (stats.isFile()) {
    await addFile(path, name, stats.size, isGiven, found, archives)
  } else {
    found.refused.push({ name, reason: 'expected a file, folder or zip archive; got something else' })
  }
  const count = found.sources.length + found.ignored.length + found.refused.length
  if (count > filesMax) throw new BuildError([`${name}: expected at most ${filesMax} files in all; got more`])
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function addFile(
  path: string,
  name: string,
  bytes: number,
  isGiven: boolean,
  found: FoundSources,
  archives: Archives,
): Promise<void> {
  const format = formatOf(name)
  switch (format) {
    case 'archive':
      await archives.add(path, name, found)
      break
    case 'csv':
    case 'workbook':
    case 'lines':
      found.sources.push({
        name,
        format,
        bytes,
        open: async () => createReadStream(path, { highWaterMark: readAtOnce }),
      })
      break
    case 'headerLine':
      found.ignored.push({ name, reason: 'a header line without rows' })
      break
    case 'leftover':
      found.ignored.push({ name, reason: leftoverReason })
      break
    case 'other':
      if (isGiven) found.refused.push({ name, reason: 'expected a name that ends in .csv, .zip, .xlsx or .ndjson' })
      else found.ignored.push({ name, reason: 'neither .csv nor .zip nor .xlsx nor .ndjson' })
      break
  }
}
