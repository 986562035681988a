/**
 * Makes one file of the server's sources. Libraries are not in it. What a source says of its own place stays as it was, so that
 * programs and data beside it are found where they lie.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const entry = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The codes of a folder that may not be written into: an image of a container, a read-only system. */
const closedFolder = ['EACCES', 'EPERM', 'EROFS']

/**
 * Writes the file to `path`, whole or not at all, and removes those made of other sources. Answers false where the folder may
 * not be written into; throws when the sources cannot be put together.
 */
export async function makeBundle(path: string): Promise<boolean> {
  const unfinished = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    await build({
      input: entry,
      platform: 'node',
      external: /^(?![./#])/,
      logLevel: 'warn',
      plugins: [{ name: 'own-place', transform: ownPlace }],
      output: { file: unfinished, format: 'esm', codeSplitting: false, sourcemap: 'inline' },
    })
    renameSync(unfinished, path)
    removeOthers(path)
    return true
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error instanceof Error && 'code' in error && closedFolder.some((code) => code === error.code)) return false
    throw error
  }
}

function ownPlace(code: string, id: string): { code: string; map: null } {
  const placed = code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  // Lines stay lines, which is what a report of an error names.
  return { code: placed, map: null }
}

/** A server that runs has read its file whole and does not miss it. */
function removeOthers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.endsWith('.mjs') && name !== basename(path)) rmSync(join(dirname(path), name), { force: true })
  }
}
