/** Folders that the product keeps things in. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { reasonOf } from './error-code.ts'

/** Makes sure that the folder is there and can be read and written; else throws an Error with one sentence about `what`. */
export function requireFolder(path: string, what: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `${what} ${path} cannot be used: expected a folder that this account may read and write; got ${reasonOf(error)}.`,
    )
  }
}
