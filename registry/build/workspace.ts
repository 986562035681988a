import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { nextCurrentFile, versionsFolder } from '#registry/format'
import { hasErrorCode } from '#registry/search/errors'

/**
 * The registry folder while a build works in it. One process at a time has it; what it writes stands in a folder of its own
 * until it is whole, and what a killed build left behind is put in order by the next. Closing removes what is unfinished and
 * gives the folder free, also in the middle of a build. Fails with the system's error where the folder cannot be written to.
 */

/** The registry folder, taken. */
export interface Workspace {
  readonly registryDir: string
  /** Makes the folder for what is not whole yet. Whatever was begun here before is gone. */
  begin(): string
  /** Gives the folder free; more than once does no harm, not even to a build that has taken it since. */
  close(): void
}

const unfinishedPrefix = '.building-'
const asidePrefix = '.replaced-'

/** So often a folder is removed into which somebody still writes; threads are eight at most. */
const removalsMax = 20

/** Takes the lock at a path for something named by its second argument, or throws an Error with one sentence. */
export type TakeLock = (path: string, what: string) => { release(): void }

/** The lock of a registry folder. */
export function lockPath(registryDir: string): string {
  return join(registryDir, 'build.lock')
}

/** Takes the registry folder, making it if need be. Throws an Error with one sentence when another process has it. */
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

/**
 * Moves the folder of a version, if there is one, out of the way of a new one; `remove` it when that is in its place. After a
 * crash before that, whoever takes the registry folder next puts it back.
 */
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

/**
 * Threads of an interrupted build may be writing yet. Into a folder that has another name they put no more files but the one each has
 * begun, which may come while the others are removed.
 */
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

/** The folder, in that of the registry, of files that every build and update reads beside CMS's: reviews and ratings. */
const additionsFolder = 'additions'

/** What a build of real files reads besides them: the folder, if there is one. */
export function additionsIn(registryDir: string): string[] {
  const path = join(registryDir, additionsFolder)
  return existsSync(path) ? [path] : []
}

/** The bytes that may still be written to the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The registry folder for whoever can wait for it. */

/** Takes the registry folder, or answers undefined while a living process has it. */
export function tryWorkspace(
  registryDir: string,
  lock: { take: TakeLock; holder(path: string): number | undefined },
): Workspace | undefined {
  if (lock.holder(lockPath(registryDir)) !== undefined) return undefined
  return openWorkspace(registryDir, lock.take)
}
