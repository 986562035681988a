import { createReadStream, type Dirent, type Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { messageOf } from '#registry/search/errors'
import { BuildError } from '../build-error.ts'
import { filesMax, readAtOnce } from '../limits.ts'
import { Archives } from './archives.ts'

/**
 * Searches files, folders and zip archives; sorted by name within a folder. What cannot be read is in `refused`, what
 * has no rows in `ignored`. Throws BuildError for too many files, two of one name, or archives too large.
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

/** Names alone identify files, so that a file is the same however it is given. */
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
      // The name of a given folder says nothing of its files.
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
  if (format === 'archive') await addArchive(path, name, found, archives)
  else if (format === 'other' && isGiven)
    found.refused.push({ name, reason: 'expected a name that ends in .csv, .zip, .xlsx or .ndjson' })
  else {
    const open = async () => createReadStream(path, { highWaterMark: readAtOnce })
    addFound(found, format, { name, bytes, open }, 'neither .csv nor .zip nor .xlsx nor .ndjson')
  }
}

async function addArchive(path: string, archiveName: string, found: FoundSources, archives: Archives): Promise<void> {
  const content = await archives.read(path)
  if ('fault' in content) {
    found.refused.push({ name: archiveName, reason: content.fault })
    return
  }
  for (const entry of content.entries) {
    const name = `${archiveName}/${entry.name}`
    const format = formatOf(entry.name)
    if (format === 'archive') {
      found.refused.push({ name, reason: 'expected no archive inside an archive; unpack it first' })
      continue
    }
    if (addFound(found, format, { ...entry, name }, 'neither .csv nor .xlsx nor .ndjson')) archives.count(entry, name)
  }
}

function addFound(
  { sources, ignored }: FoundSources,
  format: Exclude<FileFormat, 'archive'>,
  file: Omit<Source, 'format'>,
  otherReason: string,
): boolean {
  if (format !== 'headerLine' && format !== 'leftover' && format !== 'other') {
    sources.push({ ...file, format })
    return true
  }
  const reasons = {
    headerLine: 'a header line without rows',
    leftover: 'left there by an operating system or an editor',
    other: otherReason,
  }
  ignored.push({ name: file.name, reason: reasons[format] })
  return false
}

export interface Source {
  /**
   * The path below the given folder, or the file's own name; of an archive's entry behind the archive's and a slash.
   */
  name: string
  format: 'csv' | 'workbook' | 'lines'
  /** Unpacked. */
  bytes: number
  /** A chunk is valid until the next is read. Reading fails where an archive is damaged. */
  open(): Promise<AsyncIterable<Buffer>>
}

/** The file itself is damaged, or not what its name says. */
export class SourceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourceError'
  }
}

export interface RefusedFile {
  name: string
  reason: string
}

export interface FoundSources {
  sources: Source[]
  ignored: RefusedFile[]
  refused: RefusedFile[]
  close(): void
}

type FileFormat = 'csv' | 'workbook' | 'lines' | 'archive' | 'headerLine' | 'leftover' | 'other'

/** CMS packs a file of the header line alone beside each of its files. */
function formatOf(name: string): FileFormat {
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

/** macOS's `__MACOSX/` and `._…`, the `~$….xlsx` of an open workbook, hidden files. */
function isLeftover(name: string): boolean {
  return name.split('/').some((part) => /^(?:\.(?!\.?$)|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i.test(part))
}
