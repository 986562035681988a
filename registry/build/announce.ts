/**
 * Makes a finished snapshot the one that serves: it is moved to its place under its name, then `current.json` is replaced in
 * one step. A crash at any moment leaves the version before serving. The last few versions stay for rolling back.
 */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Current, currentFile, isVersion, versionsFolder } from '#registry/format'
import { readCurrent } from '#registry/read/current'
import { openRegistry } from '#registry/read/open-registry'
import { BuildError, messageOf } from './build-error.ts'
import { versionsKept } from './limits.ts'
import { nextCurrentFile, type Workspace } from './workspace.ts'

/**
 * Announces the snapshot in `folder`, which has been opened and found good. Answers whether it is another than the one that
 * serves already.
 */
export async function announce(
  workspace: Workspace,
  folder: string,
  version: string,
  now: Date,
): Promise<'announced' | 'unchanged'> {
  const { registryDir } = workspace
  const place = versionDir(registryDir, version)
  const current = await readCurrent(registryDir)
  if (current?.version === version && (await opens(place))) return 'unchanged'
  // A folder of this name is an earlier build of the same content, no longer announced or no longer whole.
  rmSync(place, { recursive: true, force: true })
  renameSync(folder, place)
  syncFolder(join(registryDir, versionsFolder))
  const before = current === undefined ? [] : [{ version: current.version, announcedAt: current.announcedAt }]
  const history = [...before, ...(current?.history ?? [])].filter((entry) => entry.version !== version)
  writeCurrent(registryDir, { version, announcedAt: now.toISOString(), history: history.slice(0, versionsKept - 1) })
  return 'announced'
}

/** Removes the versions that are neither serving nor kept for rolling back, and answers with their names. */
export async function removeOldVersions(workspace: Workspace): Promise<string[]> {
  const { registryDir } = workspace
  const current = await readCurrent(registryDir)
  if (current === undefined) return []
  const kept = new Set([current, ...current.history].map(({ version }) => version))
  const old = readdirSync(join(registryDir, versionsFolder)).filter((name) => isVersion(name) && !kept.has(name))
  for (const version of old) rmSync(versionDir(registryDir, version), { recursive: true, force: true })
  return old
}

/**
 * Names the version before the one that serves. The one rolled back from leaves the history, so that rolling back again goes
 * further back. Throws BuildError when there is none, or when it cannot be opened.
 */
export async function rollBack(workspace: Workspace, now: Date): Promise<{ from: string; to: string }> {
  const { registryDir } = workspace
  const current = await readCurrent(registryDir)
  if (current === undefined) {
    throw new BuildError([`${registryDir}: expected a registry with an earlier version; got one that was never built`])
  }
  const [previous, ...history] = current.history
  if (previous === undefined) {
    throw new BuildError([`${registryDir}: expected an earlier version than ${current.version}; got none`])
  }
  try {
    const registry = await openRegistry(versionDir(registryDir, previous.version))
    registry.close()
  } catch (error) {
    throw new BuildError([`${previous.version}: expected a version that opens; got ${messageOf(error)}`])
  }
  writeCurrent(registryDir, { version: previous.version, announcedAt: now.toISOString(), history })
  return { from: current.version, to: previous.version }
}

export function versionDir(registryDir: string, version: string): string {
  return join(registryDir, versionsFolder, version)
}

async function opens(folder: string): Promise<boolean> {
  try {
    const registry = await openRegistry(folder)
    registry.close()
    return true
  } catch {
    return false
  }
}

/** Written in full and flushed beside its place, then renamed into it: a reader sees the old text or the new one. */
function writeCurrent(registryDir: string, current: Current): void {
  const next = join(registryDir, nextCurrentFile)
  const fd = openSync(next, 'w', 0o644)
  try {
    writeSync(fd, `${JSON.stringify(current, undefined, 2)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(next, join(registryDir, currentFile))
  syncFolder(registryDir)
}

/** Makes renames in a folder last through a power failure. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
