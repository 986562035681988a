/**
 * Makes a finished snapshot serve: moves it to its place, then replaces `current.json` in one step. A crash at any
 * moment leaves the version before serving and loses none that is whole.
 */
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Current,
  currentFile,
  isVersion,
  nextCurrentFile,
  parseCurrent,
  readCurrent,
  versionsFolder,
} from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { openRegistry } from '#registry/search/open-registry'
import { BuildError, namingFullDisk } from './build-error.ts'
import { rolledBackMax, versionsKept } from './limits.ts'
import { setAside, syncFolder, type Workspace } from './workspace.ts'

/** The snapshot must have been opened and found good. Returns whether another one served before. */
export async function announce(
  workspace: Workspace,
  folder: string,
  version: string,
  now: Date,
): Promise<'announced' | 'unchanged'> {
  const { registryDir } = workspace
  const place = versionDir(registryDir, version)
  const current = await readCurrent(registryDir)
  // A folder of this name is an earlier build of the same content: as good, unless it was damaged since.
  const isInPlace = (await faultOf(place)) === undefined
  if (isInPlace && current?.version === version) return 'unchanged'
  // What names it is written first, so that a disk without room for that leaves no unnamed version.
  writeNext(registryDir, naming(current, version, now))
  if (!isInPlace) putInPlace(workspace, folder, version)
  nameNext(registryDir)
  return 'announced'
}

/** Moves a whole snapshot to the place of its version, in place of what may be there. */
export function putInPlace({ registryDir }: Workspace, folder: string, version: string): void {
  // The names of its files must last before anything names it.
  syncFolder(folder)
  const old = setAside(registryDir, version)
  renameSync(folder, versionDir(registryDir, version))
  syncFolder(join(registryDir, versionsFolder))
  old.remove()
}

/** Announces a version whose folder is in place and whole, unless it serves already. */
export async function makeServing(
  { registryDir }: Pick<Workspace, 'registryDir'>,
  version: string,
  now: Date,
): Promise<void> {
  // What cannot be read names nothing to go back to.
  const current = await readCurrent(registryDir).catch(() => undefined)
  if (current?.version !== version) writeCurrent(registryDir, naming(current, version, now))
}

/** Completes a first announcement that was cut off when all but `current.json` was in place. */
export async function finishFirst({ registryDir }: Pick<Workspace, 'registryDir'>): Promise<void> {
  if ((await readCurrent(registryDir)) !== undefined) return
  const version = nextVersion(registryDir)
  if (version !== undefined && (await faultOf(versionDir(registryDir, version))) === undefined) nameNext(registryDir)
}

function nextVersion(registryDir: string): string | undefined {
  try {
    return parseCurrent(readFileSync(join(registryDir, nextCurrentFile), 'utf8')).version
  } catch {
    return undefined
  }
}

/** Removes the versions that neither serve nor are kept for rolling back, and returns their names. */
export async function removeOldVersions(workspace: Workspace): Promise<string[]> {
  const { registryDir } = workspace
  const current = await readCurrent(registryDir)
  if (current === undefined) return []
  const kept = new Set([current, ...current.history].map(({ version }) => version))
  const old = readdirSync(join(registryDir, versionsFolder)).filter((name) => isVersion(name) && !kept.has(name))
  for (const version of old) rmSync(versionDir(registryDir, version), { recursive: true, force: true })
  return old
}

interface Rollback {
  from: string
  to: string
  passedOver: { version: string; reason: string }[]
}

/**
 * Serves the latest version before the present one that opens. The present one is remembered, so that no update
 * announces it again. Throws BuildError, and changes nothing, if there is none.
 */
export async function rollBack(workspace: Workspace, now: Date): Promise<Rollback> {
  const { registryDir } = workspace
  const current = await readCurrent(registryDir)
  if (current === undefined) {
    throw new BuildError([`${registryDir}: expected a registry with an earlier version; got one that was never built`])
  }
  const passedOver: Rollback['passedOver'] = []
  for (const [index, { version }] of current.history.entries()) {
    const reason = await faultOf(versionDir(registryDir, version))
    if (reason !== undefined) {
      passedOver.push({ version, reason })
      continue
    }
    const history = current.history.slice(index + 1)
    const rolledBack = [announcementOf(current), ...current.rolledBack].slice(0, rolledBackMax)
    try {
      writeCurrent(registryDir, { version, announcedAt: now.toISOString(), history, rolledBack })
    } catch (error) {
      throw namingFullDisk(error, registryDir)
    }
    return { from: current.version, to: version, passedOver }
  }
  throw new BuildError([
    ...passedOver.map(({ version, reason }) => `${version}: expected a version that opens; got ${reason}`),
    `${registryDir}: expected an earlier version than ${current.version}; got none${passedOver.length > 0 ? ' that opens' : ''}`,
  ])
}

/** Throws BuildError for a version that was rolled back from and not announced since. */
export async function expectNotRolledBack({ registryDir }: Workspace, version: string): Promise<void> {
  const current = await readCurrent(registryDir)
  if (current?.rolledBack.some((one) => one.version === version) !== true) return
  const ways = 'to serve it after all, give its files to registry:build, or wait for a newer release'
  throw new BuildError([`Version ${version} was rolled back, so an update does not announce it again: ${ways}`])
}

export function versionDir(registryDir: string, version: string): string {
  return join(registryDir, versionsFolder, version)
}

async function faultOf(folder: string): Promise<string | undefined> {
  try {
    const registry = await openRegistry(folder, { isCheckedWhole: true })
    registry.close()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function naming(before: Current | undefined, version: string, now: Date): Current {
  const served = before === undefined ? [] : [announcementOf(before)]
  const others = (entries: Current['history']) => entries.filter((entry) => entry.version !== version)
  return {
    version,
    announcedAt: now.toISOString(),
    history: others([...served, ...(before?.history ?? [])]).slice(0, versionsKept - 1),
    rolledBack: others(before?.rolledBack ?? []),
  }
}

function announcementOf({ version, announcedAt }: Current): Current['history'][number] {
  return { version, announcedAt }
}

/** Readers see the old text or the new one. */
function writeCurrent(registryDir: string, current: Current): void {
  writeNext(registryDir, current)
  nameNext(registryDir)
}

function writeNext(registryDir: string, current: Current): void {
  const next = join(registryDir, nextCurrentFile)
  const fd = openSync(next, 'w', 0o644)
  try {
    // Unlike writeSync it fails where the disk takes only a part.
    writeFileSync(fd, `${JSON.stringify(current, undefined, 2)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function nameNext(registryDir: string): void {
  renameSync(join(registryDir, nextCurrentFile), join(registryDir, currentFile))
  syncFolder(registryDir)
}
