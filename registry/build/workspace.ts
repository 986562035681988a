/**
 * The registry folder while a build works in it. One process at a time has it; what it writes stands in a folder of its own
 * until it is whole, and what a killed build left behind is removed by the next. Closing removes what is unfinished and
 * gives the folder free, also in the middle of a build.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { currentFile, versionsFolder } from '#registry/format'

export interface Workspace {
  readonly registryDir: string
  /** Makes the folder for what is not whole yet. Whatever was begun here before is gone. */
  begin(): string
  close(): void
}

const unfinishedPrefix = '.building-'

/** The name under which `current.json` is written before it takes its place. */
export const nextCurrentFile = `.next-${currentFile}`

/** Takes the lock at a path for something named by its second argument, or throws an Error with one sentence. */
export type TakeLock = (path: string, what: string) => { release(): void }

/** Takes the registry folder, making it if need be. Throws an Error with one sentence when another process has it. */
export function openWorkspace(registryDir: string, takeLock: TakeLock): Workspace {
  const versions = join(registryDir, versionsFolder)
  mkdirSync(versions, { recursive: true })
  const lock = takeLock(join(registryDir, 'build.lock'), `The registry folder ${registryDir}`)
  const clear = () => {
    for (const name of readdirSync(versions)) {
      if (name.startsWith(unfinishedPrefix)) rmSync(join(versions, name), { recursive: true, force: true })
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
      clear()
      lock.release()
    },
  }
}
