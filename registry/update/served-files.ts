/**
 * What CMS's server said of the files that a version was built from, kept beside the downloads: a file that CMS publishes anew under
 * the same name is told by it. It is noted by the update that announces a version. Of a version that was announced by other hands, or
 * rolled back to, the downloads tell.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson, readerOf } from '#registry/search/json-reader'
import { type Description, heldOf, readDescription, wholeDownloads } from './downloads.ts'
import { archiveOf, type Served } from './serving.ts'

const servedFile = 'served.json'

/** The files that what serves was built from, by their names, as far as they are known. */
export async function servedFiles(
  folder: string,
  { version, sources }: Extract<Served, { kind: 'fromThese' }>,
): Promise<ReadonlyMap<string, Description>> {
  return (await notedFiles(folder, version)) ?? downloadsAmong(folder, new Set(sources.map(archiveOf)))
}

/** What was noted of a version; undefined where that cannot be read or is of another one. */
async function notedFiles(folder: string, version: string): Promise<ReadonlyMap<string, Description> | undefined> {
  try {
    const path = join(folder, servedFile)
    const reader = readerOf(parseJson(await readFile(path, 'utf8'), path), path)
    if (reader.text('version') !== version) return undefined
    return new Map(Object.entries(reader.object('files').mapObjects(readDescription)))
  } catch {
    return undefined
  }
}

async function downloadsAmong(folder: string, archives: ReadonlySet<string>): Promise<Map<string, Description>> {
  const among = new Map<string, Description>()
  for (const { name } of await wholeDownloads(folder)) {
    const held = archives.has(name) ? await heldOf(folder, name) : undefined
    if (held?.kind === 'whole') among.set(name, held.description)
  }
  return among
}

/**
 * Notes that a version was built from these downloads. Failing, it throws the error of the file system, and what was noted
 * before stays.
 */
export async function noteServedFiles(folder: string, version: string, names: readonly string[]): Promise<void> {
  const files: Record<string, Description> = {}
  for (const name of names) {
    const held = await heldOf(folder, name)
    if (held.kind === 'whole') files[name] = held.description
  }
  const next = join(folder, `.next-${servedFile}`)
  try {
    await writeFile(next, `${JSON.stringify({ version, files })}\n`)
    await rename(next, join(folder, servedFile))
  } finally {
    await rm(next, { force: true })
  }
}
