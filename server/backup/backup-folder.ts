/**
 * What a backup looks like on disk:
 *
 *     <folder>/backup.json             when, of which tables and files, with counts and SHA-256; written last
 *     <folder>/tables/<table>.ndjson   a row a line
 *     <folder>/files/…                 the images of credentials, encrypted, where they are kept on disk
 */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const summaryFile = 'backup.json'
export const filesFolder = 'files'
/** Where images wait to be put in place, in the folder where they will be. */
export const restoringFolder = '.restoring'
export const tableFile = (table: string) => join('tables', `${table}.ndjson`)

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const summaryShape = z.strictObject({
  format: z.literal(1),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.record(z.string().regex(/^[a-z_]{1,63}$/), z.strictObject({ rows: z.int().nonnegative(), sha256 })),
  /** By their path below `files/`; null where a bucket keeps them. */
  files: z.nullable(z.record(z.string(), z.strictObject({ bytes: z.int().nonnegative(), sha256 }))),
})
export type BackupSummary = z.output<typeof summaryShape>

/** Reads it; throws an Error with one sentence when it is not what it should be. */
export function readSummary(folder: string): BackupSummary {
  const path = join(folder, summaryFile)
  try {
    return summaryShape.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} is not that of a whole backup: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

/** The SHA-256 of a file's bytes, in hexadecimal. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The same of a file of any size, of which only a piece is in memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
