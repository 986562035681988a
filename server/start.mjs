/**
 * Starts the server from one file made of all its sources, which a process reads in well under half the time it takes to
 * compile them one by one. The file is made when there is none of the sources as they are; where it cannot be kept, the
 * sources run as they are. `--build` makes it and starts nothing. Node reads this program itself, so it is no TypeScript.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = join(root, 'dist/server', `${hashOfSources()}.mjs`)
const isThere = existsSync(path) || (await isMade())

if (!process.argv.includes('--build')) {
  // Errors then name the lines of the sources.
  process.setSourceMapsEnabled(true)
  if (isThere) await import(pathToFileURL(path).href)
  else await import('./main.ts')
}

async function isMade() {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const { makeBundle } = await import('./start/make-bundle.ts')
  const isKept = await makeBundle(path)
  // What runs the sources as they are is still needed then.
  if (isKept) await unregister()
  return isKept
}

/** The lock file stands for the libraries. Where the sources lie is in the file, so that a copy of the folder has one of its own. */
function hashOfSources() {
  const hash = createHash('sha256').update(`${root}\0`)
  const folders = ['server', 'contract', 'registry'].flatMap((folder) =>
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
