/**
 * Lets a child work in a folder that its account could not reach by name, such as a checkout below a closed home
 * folder: an open file leads there. It also keeps the socket's address below the system's limit.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

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
  const file = openSync(path, 'r')
  return {
    stdio: file,
    pathInChild: `/proc/self/fd/${folderFile}`,
    pathHere: `/proc/self/fd/${file}`,
    close: () => closeSync(file),
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
