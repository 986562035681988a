/**
 * Makes files that Node runs of the sources of programs. Most libraries are not in them. What a source says of its own place stays as
 * it was, so that data beside it is found where it lies; a program that it names by `new URL('….ts', import.meta.url)`, or `….mjs`, is
 * the file that was made of that one.
 */
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type OutputAsset, type OutputChunk } from 'rolldown'
import { messageOf } from '#registry/search/thrown'
import { removeOlder, writeFolder } from './program-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The programs of the product, by their sources; but for that which builds the web app, which runs once for each change of it. */
export const programs = [
  'server/main.ts',
  'server/admin/main.ts',
  'server/backup/main.ts',
  'server/exclusions/main.ts',
  'server/images/decoder/main.ts',
  'server/documents/reader/main.ts',
  'registry/build/main.ts',
  'registry/build/threads/main.ts',
  'registry/search/threads/main.ts',
  'registry/sample/main.ts',
  'registry/sample/blocks/main.ts',
]

/** Libraries of hundreds of small files, of which each costs a start some time, and that look for nothing beside them. */
const librariesInside = ['kysely', 'zod', '@redis/client']

/** A program that a source names. */
const programNamed = /new URL\('(\.[^']+\.(?:ts|mjs))', import\.meta\.url\)/g

/**
 * Writes the files of these sources, named from the root of the project, to the folder `dir`, whole or not at all, and removes
 * older ones beside it: what is made of `server/main.ts` is `server/main.mjs` there. Answers false, and says why, where they cannot
 * be written: a folder that is closed, a disk that is full, sources that are no longer current. Throws when they cannot be put together.
 */
export async function makePrograms(
  dir: string,
  sources: readonly string[] = programs,
  isCurrent = () => true,
): Promise<boolean> {
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(sources.map((source) => [withoutType(source), join(root, source)])),
    platform: 'node',
    external: (id) => isLibrary(id) && !librariesInside.some((name) => id === name || id.startsWith(`${name}/`)),
    logLevel: 'warn',
    plugins: [{ name: 'own-place', transform: (code, id) => ({ code: placed(code, id, dir, sources), map: null }) }],
    write: false,
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared/[name]-[hash].mjs',
      // Beside the files, and without the sources, which lie where they say: in the files they took 60 MB of a server's memory.
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
  })
  try {
    await writeFolder(dir, output.map(madeFile), isCurrent)
    removeOlder(dir)
    return true
  } catch (error) {
    process.stderr.write(`The programs run from their sources, which takes longer to start: ${messageOf(error)}\n`)
    return false
  }
}

/** A program, a part of several, or a source map of one. */
function madeFile(made: OutputChunk | OutputAsset) {
  return { fileName: made.fileName, content: made.type === 'chunk' ? made.code : made.source }
}

const isLibrary = (id: string) => !/^[.#]/.test(id) && !isAbsolute(id)

const withoutType = (source: string) => source.replace(/\.(ts|mjs)$/, '')

/** The code with its place in it. Lines stay lines, which is what a report of an error names. */
function placed(code: string, id: string, dir: string, sources: readonly string[]): string {
  return code
    .replaceAll(programNamed, (named, path: string) => {
      const source = relative(root, join(dirname(id), path)).replaceAll(sep, '/')
      return sources.includes(source) ? `new URL(${urlOf(join(dir, `${withoutType(source)}.mjs`))})` : named
    })
    .replaceAll('import.meta.url', urlOf(id))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
}

const urlOf = (path: string) => JSON.stringify(pathToFileURL(path).href)
