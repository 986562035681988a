/** The cluster folder, made under a temporary name and renamed when complete; refused where it is not ours to run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hasErrorCode, reasonOf } from '../error-code.ts'
import { forceToDiskSync, requireFolder } from '../folders.ts'
import type { Account, PostgresPrograms } from './programs.ts'

/** The role that owns the tables, and the one that serves calls (../database/grants.ts). Neither is a superuser. */
export const databaseRole = 'praxidex'
export const callsRole = 'praxidex_calls'
export const databaseName = 'praxidex'

const majorVersion = '18'

const newPrefix = 'new-'

const ourNames = /^(cluster|log|lock(\..+)?|new-.+|lost\+found|\..+)$/

/** Only the server's account and root may enter the socket's folder. The superuser cannot connect at all. */
const clientRules = `local ${databaseName} ${databaseRole},${callsRole} trust\n`

const initOptions = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=reject', '--no-instructions']

/** Single-user mode takes one statement a line. */
const firstStatements = `create role ${databaseRole} login\ncreate database ${databaseName} owner ${databaseRole}\n`
const callsRoleStatements = `do $$ begin if not exists (select from pg_roles where rolname = '${callsRole}') then create role ${callsRole} login; end if; end $$
revoke temporary on database ${databaseName} from public
`

export function checkHome(home: string): void {
  requireFolder(home, 'The database folder')
  const stranger = fs.readdirSync(home).find((name) => !ourNames.test(name))
  if (stranger !== undefined) {
    throw new Error(
      `The database folder ${home} is not one of ours: expected it to be missing, empty or made by this product; it holds ${stranger}.`,
    )
  }
}

export function checkCluster(cluster: string): void {
  const version = readVersion(cluster)
  if (version === majorVersion) return
  throw new Error(
    version === undefined
      ? `The folder ${cluster} is not a PostgreSQL cluster: it has no file PG_VERSION. Restore it from a backup, or move it away to start with an empty one.`
      : `The folder ${cluster} is a cluster of PostgreSQL ${version}; expected ${majorVersion}. Upgrade it with pg_upgrade, or by dump and restore.`,
  )
}

function readVersion(cluster: string): string | undefined {
  try {
    return fs.readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return undefined
    throw new Error(`The folder ${cluster} cannot be read by this account: ${reasonOf(error)}.`)
  }
}

export async function createCluster(
  home: string,
  cluster: string,
  account: Account,
  programs: PostgresPrograms,
): Promise<void> {
  for (const name of fs.readdirSync(home)) {
    if (name.startsWith(newPrefix)) fs.rmSync(join(home, name), { recursive: true, force: true })
  }
  const unfinished = fs.mkdtempSync(join(home, newPrefix))
  if (account !== undefined) fs.chownSync(unfinished, account.uid, account.gid)
  const folder = openFolder(unfinished)
  try {
    await run(programs.initdb, ['-D', folder.pathInChild, ...initOptions], '', folder, account)
    await runAlone(firstStatements + callsRoleStatements, folder, account, programs)
    fs.writeFileSync(join(unfinished, 'pg_hba.conf'), clientRules, { flush: true })
    fs.renameSync(unfinished, cluster)
    forceToDiskSync(home)
  } finally {
    folder.close()
    fs.rmSync(unfinished, { recursive: true, force: true })
  }
}

/** For clusters of an earlier version, whose server is not running. */
export async function addCallsRole(
  cluster: string,
  folder: ReachableFolder,
  account: Account,
  programs: PostgresPrograms,
): Promise<void> {
  const rules = join(cluster, 'pg_hba.conf')
  if (fs.readFileSync(rules, 'utf8') === clientRules) return
  await runAlone(callsRoleStatements, folder, account, programs)
  // Last, so that a start that is cut short does it again.
  const unfinished = `${rules}.new`
  // The folder may belong to an account with fewer rights: never follow a link in it.
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.writeFileSync(unfinished, clientRules, { flag: 'wx', mode: 0o600, flush: true })
  if (account !== undefined) fs.lchownSync(unfinished, account.uid, account.gid)
  fs.renameSync(unfinished, rules)
  forceToDiskSync(cluster)
}

export async function runAlone(
  statements: string,
  folder: ReachableFolder,
  account: Account,
  { postgres }: Pick<PostgresPrograms, 'postgres'>,
  database = 'postgres',
): Promise<void> {
  const options = ['--single', '-D', folder.pathInChild, '-c', 'exit_on_error=on', database]
  await run(postgres, options, statements, folder, account)
}

async function run(program: string, args: string[], input: string, folder: ReachableFolder, account: Account) {
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe', folder.stdio],
  })
  child.stdin?.on('error', () => {}).end(input)
  const [said, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  if (code === 0) return
  throw new Error(`The database could not be made, or brought up to date: ${said.trim().split('\n').at(-1)}.`)
}

/**
 * A folder for a child whose account could not reach it by name, as below a closed home folder: an open file leads
 * there. It also keeps the socket's address below the system's limit.
 */

export interface ReachableFolder {
  /** For the child's file 3. */
  stdio: number | 'ignore'
  pathInChild: string
  pathHere: string
  close(): void
}

export const folderFile = 3

/** With the closing zero; the smallest limit of any system. */
const socketAddressBytesMax = 104

export const socketName = '.s.PGSQL.5432'

/** Throws an Error with one sentence where its path is too long. */
export function openFolder(path: string): ReachableFolder {
  if (process.platform !== 'linux') return folderByName(path)
  const file = fs.openSync(path, 'r')
  return {
    stdio: file,
    pathInChild: `/proc/self/fd/${folderFile}`,
    pathHere: `/proc/self/fd/${file}`,
    close: () => fs.closeSync(file),
  }
}

function folderByName(path: string): ReachableFolder {
  const length = Buffer.byteLength(join(path, socketName)) + 1
  if (length > socketAddressBytesMax) {
    throw new Error(
      `The database folder ${path} has too long a name: expected at most ${socketAddressBytesMax} bytes with ${socketName}; got ${length}.`,
    )
  }
  return { stdio: 'ignore', pathInChild: path, pathHere: path, close() {} }
}
