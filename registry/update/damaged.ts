/**
 * Archives that were damaged on their way or since: a bit that flipped, zeros where a machine lost power. The directory of such an
 * archive may be whole, so only reading it to its end tells. Kept, it would be used by every later update, for its size is right and
 * the server says that nothing has changed.
 */
import { messageOf } from '#registry/search/errors'
import { BuildError } from '../build/build-error.ts'
import { refusedIn } from '../build/checks.ts'
import { findSources, type RefusedFile } from '../build/sources/find-sources.ts'
import { downloadPath, removeDownload } from './downloads.ts'

/** Downloads that a build has read. */
export interface ReadDownloads {
  folder: string
  names: readonly string[]
  /** The names that the page lists: of these alone the next update has another. */
  listed: ReadonlySet<string>
}

/**
 * Removes those of the downloads that hold a refused file and cannot be read to their end, and tells of each in a sentence. Takes as
 * long as unpacking them.
 */
export async function removeDamaged(
  { folder, names, listed }: ReadDownloads,
  refused: readonly RefusedFile[],
): Promise<string[]> {
  const sentences: string[] = []
  for (const name of names.filter((one) => refused.some((file) => isIn(file, one)))) {
    const damage = await damageOf(downloadPath(folder, name))
    if (damage === undefined) continue
    await removeDownload(folder, name)
    const follows = listed.has(name) ? 'the next update downloads it anew' : 'the page does not list it any more'
    sentences.push(`${name} was damaged (${damage}) and is removed; ${follows}`)
  }
  return sentences
}

/** An error of a build, with what became of damaged downloads behind its sentences. */
export async function afterRemovingDamaged(error: unknown, downloads: ReadDownloads): Promise<unknown> {
  if (!(error instanceof BuildError)) return error
  const sentences = await removeDamaged(downloads, refusedIn(error))
  return sentences.length === 0 ? error : new BuildError([...error.sentences, ...sentences])
}

/** The build names a file of an archive after the archive and itself, with a slash between. */
function isIn({ name }: RefusedFile, archive: string): boolean {
  return name === archive || name.startsWith(`${archive}/`)
}

async function damageOf(path: string): Promise<string | undefined> {
  const found = await findSources([path])
  try {
    for (const { open } of found.sources) await readToEnd(await open())
    return found.refused.find(({ name }) => path.endsWith(name))?.reason
  } catch (error) {
    return messageOf(error)
  } finally {
    found.close()
  }
}

async function readToEnd(chunks: AsyncIterable<Buffer>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
}
