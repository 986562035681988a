/**
 * What CMS's server said of the files that a version was built from, kept beside the downloads: a file that CMS publishes anew under
 * the same name is told by it. Whatever cannot be read, or is of another version, tells nothing.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson, readerOf } from '#registry/read/json-reader'
import { type Description, heldOf, readDescription } from './downloads.ts'

const servedFile = 'served.json'

/** The files that the version was built from, by their names, as far as they are known. */
export async function servedFiles(folder: string, version: string): Promise<ReadonlyMap<string, Description>> {
  try {
    const path = join(folder, servedFile)
    const reader = readerOf(parseJson(await readFile(path, 'utf8'), path), path)
    if (reader.text('version') !== version) return new Map()
    return new Map(Object.entries(reader.object('files').mapObjects(readDescription)))
  } catch {
    return new Map()
  }
}

/**
 * Notes that a version was built from these downloads; of those that are gone what was known `before` holds on. Failing, it throws
 * the error of the file system, and what was noted before stays.
 */
export async function noteServedFiles(
  folder: string,
  version: string,
  names: readonly string[],
  before: ReadonlyMap<string, Description>,
): Promise<void> {
  const files: Record<string, Description> = {}
  for (const name of names) {
    const held = await heldOf(folder, name)
    const description = held.kind === 'whole' ? held.description : before.get(name)
    if (description !== undefined) files[name] = description
  }
  const next = join(folder, `.next-${servedFile}`)
  try {
    await writeFile(next, `${JSON.stringify({ version, files })}\n`)
    await rename(next, join(folder, servedFile))
  } finally {
    await rm(next, { force: true })
  }
}
