/**
 * Runs a program of ours, named by its source, with the arguments after it: `node programs/run.mjs server/main.ts`. It runs from
 * files made of all sources, which a process reads in well under half the time it takes to compile them one by one. They are made
 * when there are none of the sources as they are; where they cannot be kept, the sources run as they are. `--build` makes them and
 * runs nothing; its exit code is 1 where they cannot be kept. Node reads this program itself, so it is no TypeScript.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [program = ''] = process.argv.splice(2, 1)
const isOnlyMaking = program === '--build'
const hash = hashOfSources()
const dir = join(root, 'dist/programs', hash)
const isThere = existsSync(dir) ? isNoted() : await areMade()
const path = isThere ? join(dir, program.replace(/\.ts$/, '.mjs')) : join(root, program)

if (isOnlyMaking) {
  process.exitCode = isThere ? 0 : 1
} else if (program === '' || !existsSync(path)) {
  process.stderr.write(`Expected the source of a program, such as server/main.ts; got "${program}".\n`)
  process.exitCode = 1
} else {
  // Errors then name the lines of the sources.
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(path).href)
}

async function areMade() {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const { makePrograms } = await import('./make-programs.ts')
  const areKept = await makePrograms(dir, undefined, () => hashOfSources() === hash)
  // What runs the sources as they are is still needed then.
  if (areKept) await unregister()
  return areKept
}

/** Notes that a process has started from them: the latest are kept. Another account's, or those of a closed folder, stay as they are. */
function isNoted() {
  try {
    utimesSync(dir, new Date(), new Date())
  } catch {}
  return true
}

/**
 * The lists of libraries that are wanted and that are installed stand for these. Where the sources lie is in the files, so that a
 * copy of the folder has some of its own.
 */
function hashOfSources() {
  const hash = createHash('sha256').update(`${root}\0`)
  const folders = ['server', 'contract', 'registry', 'programs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
  )
  // A name that begins with a dot is an editor's.
  const sources = folders.filter((name) => /(^|\/)[^./][^/]*(?<!\.test)\.(ts|mjs|json)$/.test(name))
  const lists = ['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules/.package-lock.json']
  for (const name of [...lists.filter((list) => existsSync(join(root, list))), ...sources.sort()]) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
