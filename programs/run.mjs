/**
 * Runs a program of ours, named by its source, with the arguments after it: `node programs/run.mjs server/main.ts`. It runs from
 * files made of all sources, which a process reads in well under half the time it takes to compile them one by one. They are made
 * when there are none of the sources as they are; where they cannot be kept, the sources run as they are. `--build` makes them and
 * runs nothing. Node reads this program itself, so it is no TypeScript.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dir = join(root, 'dist/programs', hashOfSources())
const isThere = existsSync(dir) || (await areMade())

const [program] = process.argv.splice(2, 1)
if (program !== '--build') {
  // Errors then name the lines of the sources.
  process.setSourceMapsEnabled(true)
  const path = isThere ? join(dir, program.replace(/\.ts$/, '.mjs')) : join(root, program)
  await import(pathToFileURL(path).href)
}

async function areMade() {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const { makePrograms } = await import('./make-programs.ts')
  const areKept = await makePrograms(dir)
  // What runs the sources as they are is still needed then.
  if (areKept) await unregister()
  return areKept
}

/** The lock file stands for the libraries. Where the sources lie is in the files, so that a copy of the folder has some of its own. */
function hashOfSources() {
  const hash = createHash('sha256').update(`${root}\0`)
  const folders = ['server', 'contract', 'registry', 'programs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
  )
  // A name that begins with a dot is an editor's.
  const sources = folders.filter((name) => /(^|\/)[^./][^/]*(?<!\.test)\.(ts|mjs|json)$/.test(name))
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', ...sources.sort()]) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
