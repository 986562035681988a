/**
 * Runs a program with its arguments, such as `node run.mjs server/main.ts`, from the build of the sources as they are
 * now; builds them first if there is none (build.config.mjs). `--build` only builds. A build is the folder
 * `dist/programs/<hash of the sources>`: it is never stale, it is there whole or not at all, and a running server keeps
 * its own.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The newest builds are kept, and all of the last day: running servers start processes from theirs. */
const keptMin = 3
const keptMs = 24 * 60 * 60 * 1000

const root = import.meta.dirname
const builds = join(root, 'dist/programs')
const dir = join(builds, hashOfSources())
const [program = ''] = process.argv.splice(2, 1)
const path = join(dir, program.replace(/\.ts$/, '.mjs').replaceAll('/', '-'))

if (!existsSync(dir)) await build()
if (existsSync(path) && program.endsWith('.ts')) {
  // Errors name the lines of the sources.
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(path).href)
} else if (existsSync(dir) && program !== '--build') {
  fail(`Expected the source of a program, such as server/main.ts; got "${program}".`)
}

/** The hash covers the path of the project, which a build contains, and the libraries, by their lock files. */
function hashOfSources() {
  const sources = ['server', 'contract', 'registry']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    // An editor's files begin with a dot.
    .filter((name) => /(^|[/\\])[^./\\][^/\\]*(?<!\.test)\.(ts|mjs|json)$/.test(name))
  const others = ['build.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']
  const hash = createHash('sha256').update(root)
  for (const name of [...sources.sort(), ...others, 'node_modules/.package-lock.json']) {
    if (existsSync(join(root, name))) hash.update(`\0${name}\0`).update(readFileSync(join(root, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function build() {
  const unfinished = `${dir}.${process.pid}`
  // Other accounts may run what this one builds.
  const umask = process.umask(0o022)
  try {
    mkdirSync(unfinished, { recursive: true })
    const { build } = await import('rolldown')
    const { configFor, programs } = await import('./build.config.mjs')
    await build(configFor(programs, unfinished))
    for (const name of [...readdirSync(unfinished), '.']) forceToDisk(join(unfinished, name))
    if (join(builds, hashOfSources()) !== dir) throw new Error('the sources changed meanwhile; start again')
    try {
      renameSync(unfinished, dir)
    } catch (error) {
      // Another start may have built the same.
      if (!existsSync(dir)) throw error
    }
    removeOld()
  } catch (error) {
    const isClosed = ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
    const advice = isClosed ? ' Run npm run programs:build once, as an account that may write there.' : ''
    fail(`The programs could not be built in dist/programs: ${error.message}.${advice}`)
  }
  process.umask(umask)
  rmSync(unfinished, { recursive: true, force: true })
}

function forceToDisk(path) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

function removeOld() {
  const ageOf = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const all = readdirSync(builds).map((name) => join(builds, name))
  const byAge = all.map((path) => ({ path, ageMs: ageOf(path) })).sort((a, b) => a.ageMs - b.ageMs)
  for (const { path, ageMs } of byAge.slice(keptMin)) {
    try {
      if (ageMs > keptMs) rmSync(path, { recursive: true, force: true })
    } catch {
      // It belongs to another account.
    }
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
