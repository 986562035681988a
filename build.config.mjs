/**
 * What rolldown makes of the programs, which are the files `main.ts` under server/ and registry/: of each one file that
 * Node runs, such as `server-main.mjs`, and chunks of what they share. A program starts from these in well under half
 * the time that compiling its sources takes. `import.meta.url` still names the source, so that data beside it is found;
 * a URL of another program names its build.
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = import.meta.dirname

export const programs = ['server', 'registry']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
  .filter((path) => basename(path) === 'main.ts')

/** The configuration for programs, as paths from the root of the project, and for the folder of their build. */
export function configFor(programs, dir) {
  const nameOf = (path) => relative(root, path).replace(/\.ts$/, '').replaceAll(sep, '-')
  const input = Object.fromEntries(programs.map((path) => [nameOf(join(root, path)), join(root, path)]))
  const located = (code, id) =>
    code.replaceAll(/(new URL\('(\.[^']+\.ts)', )?import\.meta\.url/g, (_, url = '', path = '') => {
      const name = nameOf(join(dirname(id), path))
      return url && name in input
        ? `new URL('./${name}.mjs', import.meta.url`
        : url + JSON.stringify(pathToFileURL(id).href)
    })
  return {
    cwd: root,
    input,
    platform: 'node',
    // Libraries stay in node_modules, except three of hundreds of small files, which cost a start 0.3 s.
    external: (id) => !/^([.#]|(kysely|zod|@redis\/client)(\/|$))/.test(id) && !isAbsolute(id),
    logLevel: 'warn',
    plugins: [{ name: 'located', transform: (code, id) => ({ code: located(code, id), map: null }) }],
    output: {
      dir,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      // Without the text of the sources, which took a server 60 MB of memory.
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
  }
}
