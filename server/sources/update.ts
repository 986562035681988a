/**
 * Fetches lists from their publishers and loads those that changed. A download goes to `DATA_DIR/sources/downloads` and
 * is removed once it is loaded or refused; a file beside it says what was loaded last, so that the same is not loaded
 * again. A server that says less than it promised, or something else, changes nothing.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PassingError, type Patience, request, usualPatience, withRetries } from '#registry/update/request'
import type { Database } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import { downloadBytesMax } from './limits.ts'
import { type FilesToLoad, loadFiles, type Outcome } from './load-files.ts'
import type { AnyList } from './source-list.ts'

export interface UpdateOptions extends Omit<FilesToLoad, 'paths' | 'listName' | 'isSample' | 'date'> {
  dataDir: string
  /** Of lists by their names, instead of their own. */
  addresses: ReadonlyMap<string, string>
  patience?: Patience
}

/** Of the lists that have an address, one after the other. */
export async function updateLists(
  database: Database,
  options: UpdateOptions,
): Promise<(Outcome | { kind: 'same'; list: AnyList })[]> {
  const outcomes: Awaited<ReturnType<typeof updateLists>> = []
  const folder = join(options.dataDir, 'sources', 'downloads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const list of options.lists) {
    const address = options.addresses.get(list.name) ?? list.address
    if (address === undefined || (list.consent !== undefined && !options.agreed.includes(list.name))) continue
    const url = new URL(address)
    const path = join(folder, nameOf(list, url))
    try {
      await withRetries(list.name, options.patience ?? usualPatience, options.progress.note, () =>
        receive(url, path, options),
      )
      const sum = await sumOf(path)
      const loadedSum = join(folder, `${list.name}.sha256`)
      if ((await readFile(loadedSum, 'utf8').catch(() => '')) === sum) {
        outcomes.push({ kind: 'same', list })
        continue
      }
      const loading = { ...options, paths: [path], listName: list.name, date: undefined, isSample: false }
      const loaded = await loadFiles(database, loading)
      outcomes.push(...loaded)
      if (loaded.some(({ kind }) => kind === 'loaded')) await writeFile(loadedSum, sum)
    } catch (error) {
      outcomes.push({ kind: 'failed', file: url.href, list, reason: `${list.name}: ${reasonOf(error)}`, refusals: [] })
    } finally {
      await rm(path, { force: true })
    }
  }
  return outcomes
}

/** With the file's own name, which may have its date. */
function nameOf({ name }: AnyList, { pathname }: URL): string {
  const own = pathname.split('/').at(-1) ?? ''
  return `${name}-${own.replace(/[^\w.-]/g, '').slice(-100)}`
}

async function receive(url: URL, path: string, { progress, patience = usualPatience }: UpdateOptions): Promise<void> {
  const answer = await request(url, {}, patience)
  try {
    if (answer.status !== 200) throw new Error(`${url.href}: expected status 200; got status ${answer.status}`)
    const stated = answer.headers.get('content-length')
    const total = stated === null ? undefined : Number(stated)
    progress.step(`downloading ${url.href}`)
    const file = await open(path, 'w', 0o600)
    let bytes = 0
    try {
      for await (const chunk of answer.body) {
        bytes += chunk.length
        if (bytes > downloadBytesMax)
          throw new Error(`${url.href}: expected at most ${downloadBytesMax} bytes; got more`)
        await file.appendFile(chunk)
        if (total !== undefined) progress.bytes(bytes, total)
      }
    } finally {
      await file.close()
    }
    if (total !== undefined && bytes !== total) throw new PassingError(`expected ${total} bytes; got ${bytes}`)
  } finally {
    answer.close()
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
