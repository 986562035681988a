/**
 * Makes files that Node runs of the sources of programs. Most libraries are not in them. What a source says of its own place stays as
 * it was, so that data beside it is found where it lies; a program that it names by `new URL('….ts', import.meta.url)` is the file
 * that was made of that one.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type OutputChunk } from 'rolldown'
import { messageOf } from '#registry/read/thrown'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The programs of the product that do not need the tools of its development, by their sources. */
export const programs = [
  'server/main.ts',
  'server/admin/main.ts',
  'server/backup/main.ts',
  'server/exclusions/main.ts',
  'server/images/decoder/main.ts',
  'server/documents/reader/main.ts',
  'registry/build/main.ts',
  'registry/build/threads/main.ts',
  'registry/sample/main.ts',
]

/** Libraries of hundreds of small files, of which each costs a start some time, and that look for nothing beside them. */
const librariesInside = ['kysely', 'zod', '@redis/client']

/**
 * Files of other sources stay for a day: another start may have found some and be about to read them. The latest stay for ever, since
 * a server that runs starts processes from those that it was started from, also when a new version is put in place beside it.
 */
const keptMs = 24 * 60 * 60 * 1000
const keptMax = 3

/** A program that a source names. */
const programNamed = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g

/**
 * Writes the files of these sources, named from the root of the project, to the folder `dir`, whole or not at all, and removes
 * older ones beside it: what is made of `server/main.ts` is `server/main.mjs` there. Answers false, and says why, where they cannot
 * be written: a folder that is closed, a disk that is full. Throws when the sources cannot be put together.
 */
export async function makePrograms(dir: string, sources: readonly string[] = programs): Promise<boolean> {
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(sources.map((source) => [withoutType(source), join(root, source)])),
    platform: 'node',
    external: (id) => /^[^./#]/.test(id) && !librariesInside.some((name) => id === name || id.startsWith(`${name}/`)),
    logLevel: 'warn',
    plugins: [{ name: 'own-place', transform: (code, id) => ({ code: placed(code, id, dir, sources), map: null }) }],
    write: false,
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared/[name]-[hash].mjs',
      sourcemap: 'inline',
    },
  })
  try {
    write(
      dir,
      output.filter((made) => made.type === 'chunk'),
    )
    removeOlder(dirname(dir))
    return true
  } catch (error) {
    process.stderr.write(`The programs run from their sources, which takes longer to start: ${messageOf(error)}\n`)
    return false
  }
}

const withoutType = (source: string) => source.replace(/\.ts$/, '')

/** The code with its place in it. Lines stay lines, which is what a report of an error names. */
function placed(code: string, id: string, dir: string, sources: readonly string[]): string {
  return code
    .replaceAll(programNamed, (named, path: string) => {
      const source = relative(root, join(dirname(id), path))
      return sources.includes(source) ? `new URL(${urlOf(join(dir, `${withoutType(source)}.mjs`))})` : named
    })
    .replaceAll('import.meta.url', urlOf(id))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
}

const urlOf = (path: string) => JSON.stringify(pathToFileURL(path).href)

function write(dir: string, chunks: readonly OutputChunk[]): void {
  mkdirSync(dirname(dir), { recursive: true })
  const unfinished = `${dir}.${process.pid}`
  mkdirSync(unfinished)
  try {
    for (const { fileName, code } of chunks) {
      mkdirSync(dirname(join(unfinished, fileName)), { recursive: true })
      writeFileSync(join(unfinished, fileName), code)
    }
    renameSync(unfinished, dir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start has made the same ones in the meantime.
    if (statSync(dir, { throwIfNoEntry: false }) === undefined) throw error
  }
}

function removeOlder(dir: string): void {
  const made = readdirSync(dir).map((name) => {
    const path = join(dir, name)
    return { path, modified: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY }
  })
  for (const { path, modified } of made.sort((a, b) => b.modified - a.modified).slice(keptMax)) {
    if (modified < Date.now() - keptMs) rmSync(path, { recursive: true, force: true })
  }
}
