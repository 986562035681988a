/**
 * The registry folder while a build has it, one process at a time. What is not whole is in a folder of its own; what a
 * killed build left is put in order by the next. Closing removes what is unfinished.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { nextCurrentFile, versionsFolder } from '#registry/format'
import { hasErrorCode } from '#registry/search/errors'

export interface Workspace {
  readonly registryDir: string
  /** Makes the folder for what is not whole yet. An earlier one is gone. */
  begin(): string
  /** Releases the folder. Calling it again does no harm, even to a build that has taken the folder since. */
  close(): void
}

const unfinishedPrefix = '.building-'
const asidePrefix = '.replaced-'

/** A folder into which a thread still writes is removed again this often. */
const removalsMax = 20

/** Takes the lock at a path for `what`, or throws an Error with one sentence. */
export type TakeLock = (path: string, what: string) => { release(): void }

export function lockPath(registryDir: string): string {
  return join(registryDir, 'build.lock')
}

/** Makes the folder if need be. Throws an Error with one sentence when another process has it. */
export function openWorkspace(registryDir: string, takeLock: TakeLock): Workspace {
  const versions = join(registryDir, versionsFolder)
  mkdirSync(versions, { recursive: true })
  const lock = takeLock(lockPath(registryDir), `The registry folder ${registryDir}`)
  let isClosed = false
  const clear = () => {
    for (const name of readdirSync(versions)) {
      if (name.startsWith(asidePrefix)) putBack(versions, name.slice(asidePrefix.length))
      if (name.startsWith(unfinishedPrefix)) removeUnfinished(join(versions, name))
    }
    rmSync(join(registryDir, nextCurrentFile), { force: true })
  }
  return {
    registryDir,
    begin() {
      clear()
      const folder = join(versions, `${unfinishedPrefix}${process.pid}`)
      mkdirSync(folder)
      return folder
    },
    close() {
      if (isClosed) return
      isClosed = true
      try {
        clear()
      } finally {
        lock.release()
      }
    },
  }
}

/** Moves an old folder of a version out of the way of a new one; `remove` it then. After a crash it is put back. */
export function setAside(registryDir: string, version: string): { remove(): void } {
  const versions = join(registryDir, versionsFolder)
  const aside = join(versions, `${asidePrefix}${version}`)
  if (existsSync(join(versions, version))) renameSync(join(versions, version), aside)
  return { remove: () => remove(aside) }
}

function putBack(versions: string, version: string): void {
  const aside = join(versions, `${asidePrefix}${version}`)
  if (existsSync(join(versions, version))) remove(aside)
  else renameSync(aside, join(versions, version))
}

/** Threads of an interrupted build may still write, in a renamed folder no more than the file each has begun. */
function removeUnfinished(folder: string): void {
  const renamed = `${folder}-${randomUUID()}`
  renameSync(folder, renamed)
  for (let attempt = 1; existsSync(renamed); attempt++) {
    try {
      remove(renamed)
    } catch (error) {
      if (attempt === removalsMax || !hasErrorCode(error, 'ENOTEMPTY')) throw error
    }
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Makes renames in a folder last through a power failure. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Files that every build and update reads beside CMS's: reviews and ratings. */
const additionsFolder = 'additions'

export function additionsIn(registryDir: string): string[] {
  const path = join(registryDir, additionsFolder)
  return existsSync(path) ? [path] : []
}

/** The bytes that may still be written to the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Takes the registry folder, or returns undefined while a living process has it. */
export function tryWorkspace(
  registryDir: string,
  lock: { take: TakeLock; holder(path: string): number | undefined },
): Workspace | undefined {
  if (lock.holder(lockPath(registryDir)) !== undefined) return undefined
  return openWorkspace(registryDir, lock.take)
}
