/**
 * Lets a child work in a folder that its account could not reach by name. The checkout may lie below a home folder that is
 * closed to the account of the database; an open file leads there all the same. The folder's own mode still says who may
 * enter it. It also keeps the address of the socket in it short: the system allows about a hundred bytes.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

export interface ReachableFolder {
  /** To be handed to the child as its file number 3. */
  stdio: number | 'ignore'
  /** The folder's name in that child. */
  pathInChild: string
  /** The folder's name in this process. */
  pathHere: string
  close(): void
}

/** The file number at which every child expects its folder. */
export const folderFile = 3

/** Bytes that every system allows for the address of a socket, with its closing zero. */
const socketAddressBytesMax = 104

/** The name PostgreSQL gives its socket: with 5432, the port that stands in every client as the default. */
export const socketName = '.s.PGSQL.5432'

/** Opens the folder for children; throws an Error with one sentence where its path is too long to be used by name. */
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
