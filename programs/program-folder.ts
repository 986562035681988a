/** The folder of what was made of the sources: written whole or not at all, and kept while a server may need it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { forceToDisk } from '#server/platform/force-to-disk'

interface MadeFile {
  /** Its path in the folder. */
  fileName: string
  content: string | Uint8Array
}

/**
 * Folders of other sources stay for a day: another start may have found one and be about to read it. The latest ones to be started from
 * stay for ever, since a server that runs starts processes from its own, also when a new version is put in place beside it.
 */
const keptMs = 24 * 60 * 60 * 1000
const keptMax = 3

/**
 * Writes the folder; nothing where there is one already. Whoever may reach it may read it, whatever the account that makes it keeps to
 * itself. Throws, and leaves nothing, where it cannot be written or `isCurrent` says that the sources are no longer those it was made of.
 */
export async function writeFolder(dir: string, files: readonly MadeFile[], isCurrent: () => boolean): Promise<void> {
  mkdirSync(dirname(dir), { recursive: true })
  const unfinished = mkdtempSync(`${dir}.`)
  try {
    const folders = new Set([unfinished])
    for (const { fileName, content } of files) {
      const path = join(unfinished, fileName)
      for (let folder = dirname(path); folder !== unfinished; folder = dirname(folder)) folders.add(folder)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content, { flush: true })
      chmodSync(path, 0o644)
    }
    for (const folder of folders) {
      chmodSync(folder, 0o755)
      await forceToDisk(folder)
    }
    if (!isCurrent()) throw new Error('the sources changed meanwhile')
    renameSync(unfinished, dir)
    await forceToDisk(dirname(dir))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start may have made the same in the meantime.
    if (!existsSync(dir)) throw error
  }
}

/** Removes what is too old beside the folder. What cannot be removed belongs to another account, and stays. */
export function removeOlder(dir: string): void {
  const made = readdirSync(dirname(dir)).map((name) => {
    const path = join(dirname(dir), name)
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    return { path, modified, isWhole: !name.includes('.') }
  })
  const latest = made.filter(({ isWhole }) => isWhole).sort((a, b) => b.modified - a.modified)
  const kept = new Set(latest.slice(0, keptMax).map(({ path }) => path))
  for (const { path, modified } of made) {
    if (kept.has(path) || modified > Date.now() - keptMs) continue
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {}
  }
}
