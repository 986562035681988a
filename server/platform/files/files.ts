/**
 * Files: bytes under a key, in a folder (`disk:`) or a bucket (`s3:`). What `put` acknowledged is there whole. A
 * failing or silent store fails the call with a FilesAwayError. Bytes come encrypted (server/images): a store is
 * trusted with no secret.
 */

import type { S3Choice } from '../s3-client.ts'
import { openDiskFiles } from './disk.ts'
import { openS3Files } from './s3.ts'

export type FilesChoice = { kind: 'disk'; dir: string } | S3Choice

export interface Files {
  put(key: string, bytes: Buffer): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  /** A missing file is no error. */
  remove(key: string): Promise<void>
  close(): void
}

/** Throws an Error with one sentence when a folder cannot be made. */
export function openFiles(choice: FilesChoice): Files {
  const files = choice.kind === 'disk' ? openDiskFiles(choice.dir) : openS3Files(choice)
  return {
    put: async (key, bytes) => files.put(checked(key), bytes),
    get: async (key) => files.get(checked(key)),
    remove: async (key) => files.remove(checked(key)),
    close: () => files.close(),
  }
}

/** Works for a folder and for a bucket. */
const keyForm = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){0,3}$/

function checked(key: string): string {
  if (!keyForm.test(key))
    throw new Error(`expected the key of a file as words with slashes between; got ${JSON.stringify(key)}`)
  return key
}
