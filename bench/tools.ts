/**
 * The programs of the peers: found where they are, else fetched where that is possible, by Debian's package manager as root or
 * by npm into the bench's own folder. Where it is not, the peer is left out and a sentence says why.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresPrograms } from '#server/platform/postgres-embedded/binaries'
import { libsqlVersion } from './peers/sqlite.ts'

export type Found<T> = { tool: T } | { missing: string }

/** Debian's, and of the systems made from it. */
const packageManager = 'apt-get'

/** How long a fetch may take. */
const fetchTimeoutMs = 300_000

/** The programs of a PostgreSQL that has PostGIS. */
export function findPostgis(): Found<PostgresPrograms> {
  return foundOrInstalled(postgisPrograms, ['postgresql-postgis'], 'PostgreSQL with PostGIS')
}

export function findRedis(): Found<string> {
  return foundOrInstalled(() => inPath('redis-server'), ['redis-server'], 'redis-server')
}

export function findWrk(): Found<string> {
  return foundOrInstalled(() => inPath('wrk'), ['wrk'], 'wrk')
}

/** Its name with its version. */
export function versionOfWrk(wrk: string): string {
  return /^wrk \S+/.exec(spawnSync(wrk, ['-v'], { encoding: 'utf8' }).stdout)?.[0] ?? 'wrk'
}

/** Fetches libsql with npm into `dir`, which is ours alone; its install scripts, if it had any, are not run. */
export function fetchLibsql(dir: string): Found<string> {
  mkdirSync(dir)
  writeFileSync(join(dir, 'package.json'), '{ "private": true }')
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    `libsql@${libsqlVersion}`,
  ]
  const { status, error } = spawnSync('npm', args, { cwd: dir, stdio: 'ignore', timeout: fetchTimeoutMs })
  if (status === 0) return { tool: dir }
  return {
    missing: `libsql ${libsqlVersion} could not be fetched by npm (${error?.message ?? `exit code ${status}`}).`,
  }
}

function foundOrInstalled<T>(find: () => T | undefined, packages: readonly string[], what: string): Found<T> {
  const found = find()
  if (found !== undefined) return { tool: found }
  if (process.getuid?.() !== 0) return { missing: `${what} is not installed, and only root may install it.` }
  if (inPath(packageManager) === undefined)
    return { missing: `${what} is not installed, and there is no ${packageManager}.` }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  for (const args of [install, ['update'], install]) {
    const { status } = spawnSync(packageManager, args, { stdio: 'ignore', timeout: fetchTimeoutMs })
    const installed = status === 0 && args === install ? find() : undefined
    if (installed !== undefined) return { tool: installed }
  }
  return { missing: `${what} is not installed, and ${packageManager} could not install ${packages.join(' ')}.` }
}

/** Where Debian puts PostgreSQL: a folder for each version. */
const debianPrograms = '/usr/lib/postgresql'
const debianExtensions = '/usr/share/postgresql'

function postgisPrograms(): PostgresPrograms | undefined {
  const versions = existsSync(debianPrograms) ? readdirSync(debianPrograms) : []
  const version = versions
    .filter((one) => existsSync(join(debianExtensions, one, 'extension', 'postgis.control')))
    .sort((a, b) => Number(b) - Number(a))[0]
  if (version === undefined) return undefined
  const bin = join(debianPrograms, version, 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function inPath(program: string): string | undefined {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
