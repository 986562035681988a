/**
 * Files: bytes kept under a key, outside the database. Two implementations: `disk:` keeps them in a folder, `s3:` in a bucket of any
 * store that speaks S3's protocol. What `put` has acknowledged is there whole, whatever happens next; a key that was never put or
 * is removed has no bytes. A store that does not answer or cannot write fails the call with a FilesAwayError, and nothing is half
 * written. The bytes come encrypted (server/images): a store is never trusted to keep a secret.
 */

import type { S3Choice } from '../s3-client.ts'
import { openDiskFiles } from './disk.ts'
import { openS3Files } from './s3.ts'

/** Where files are kept. */
export type FilesChoice = { kind: 'disk'; dir: string } | S3Choice

export interface Files {
  /** Keeps the bytes under the key, in place of those before. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes, or undefined when there are none. */
  get(key: string): Promise<Buffer | undefined>
  /** Removes them; that there are none is no mistake. */
  remove(key: string): Promise<void>
  /** Ends connections. */
  close(): void
}

/** Opens the store; the folder of `disk:` is made. Throws an Error with one sentence when that cannot be. */
export function openFiles(choice: FilesChoice): Files {
  const files = choice.kind === 'disk' ? openDiskFiles(choice.dir) : openS3Files(choice)
  return {
    put: async (key, bytes) => files.put(checked(key), bytes),
    get: async (key) => files.get(checked(key)),
    remove: async (key) => files.remove(checked(key)),
    close: () => files.close(),
  }
}

/** Words of lower-case letters, digits and hyphens with slashes between: the same key for a folder and for a bucket. */
const keyForm = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){0,3}$/

function checked(key: string): string {
  if (!keyForm.test(key))
    throw new Error(`expected the key of a file as words with slashes between; got ${JSON.stringify(key)}`)
  return key
}
