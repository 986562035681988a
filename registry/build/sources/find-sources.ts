import { createReadStream, type Dirent, type Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { messageOf } from '#registry/search/errors'
import { BuildError } from '../build-error.ts'
import { filesMax, readAtOnce } from '../limits.ts'
import { Archives } from './archives.ts'

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

/** Where rows come from: a file, or an entry of an archive. */
export interface Source {
  /**
   * What tells it apart: its path below the folder that was given, or its own name where it was given by itself. A file of an
   * archive has the name of the archive and a slash before its own.
   */
  name: string
  format: 'csv' | 'workbook' | 'lines'
  /** Bytes it has when unpacked. */
  bytes: number
  /** Opens it from the beginning. A chunk holds until the next is asked for. Fails while reading when an archive is damaged there. */
  open(): Promise<AsyncIterable<Buffer>>
}

/** The file itself is at fault: it is damaged, or not what its name says. */
export class SourceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourceError'
  }
}

/** A file refused as a whole: what was expected and what came. */
export interface RefusedFile {
  name: string
  reason: string
}

/** What stands in the files, folders and archives of a build. */
export interface FoundSources {
  sources: Source[]
  /** Files that hold no rows: documents, and the header lines CMS packs beside its files. */
  ignored: RefusedFile[]
  refused: RefusedFile[]
  /** Closes the archives. */
  close(): void
}

type FileFormat = 'csv' | 'workbook' | 'lines' | 'archive' | 'headerLine' | 'leftover' | 'other'

/** What a file is, by its path below the folder or archive that was given. CMS packs a file of the header line alone beside each of its files. */
export function formatOf(name: string): FileFormat {
  if (isLeftover(name)) return 'leftover'
  switch (extname(name).toLowerCase()) {
    case '.csv':
      return /fileheader/i.test(basename(name)) ? 'headerLine' : 'csv'
    case '.ndjson':
    case '.jsonl':
      return 'lines'
    case '.xlsx':
      return 'workbook'
    case '.zip':
      return 'archive'
    default:
      return 'other'
  }
}

export const leftoverReason = 'left there by an operating system or an editor'

/**
 * Whether an operating system or an editor left a file beside others: macOS's `__MACOSX/` and `._…` bear the names of the files that they belong
 * to, `~$….xlsx` that of a workbook that is open, and what is hidden begins with a dot.
 */
function isLeftover(name: string): boolean {
  return name.split('/').some((part) => /^(?:\.(?!\.?$)|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i.test(part))
}
