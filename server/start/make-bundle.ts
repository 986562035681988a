/**
 * Makes one file of the server's sources. Libraries are not in it. What a source says of its own place stays as it was, so that
 * programs and data beside it are found where they lie.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { messageOf } from '#registry/read/thrown'

const entry = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Files of other sources stay for a day: another start may have found one and be about to read it. */
const keptMs = 24 * 60 * 60 * 1000

/**
 * Writes the file to `path`, whole or not at all, and removes older ones. Answers false, and says why, where it cannot be written: a
 * folder that is closed, a disk that is full. Throws when the sources cannot be put together.
 */
export async function makeBundle(path: string): Promise<boolean> {
  const { output } = await build({
    input: entry,
    platform: 'node',
    external: /^(?![./#])/,
    logLevel: 'warn',
    plugins: [{ name: 'own-place', transform: ownPlace }],
    write: false,
    output: { file: path, format: 'esm', codeSplitting: false, sourcemap: 'inline' },
  })
  const unfinished = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(unfinished, output[0].code)
    renameSync(unfinished, path)
    removeOlder(dirname(path))
    return true
  } catch (error) {
    rmSync(unfinished, { force: true })
    process.stderr.write(`The server runs its sources as they are, which takes longer to start: ${messageOf(error)}\n`)
    return false
  }
}

function ownPlace(code: string, id: string): { code: string; map: null } {
  const placed = code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  // Lines stay lines, which is what a report of an error names.
  return { code: placed, map: null }
}

function removeOlder(dir: string): void {
  for (const path of readdirSync(dir).map((name) => join(dir, name))) {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (modified < Date.now() - keptMs) rmSync(path, { force: true })
  }
}
