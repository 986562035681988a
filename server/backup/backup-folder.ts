/**
 * What a backup looks like on disk: <folder>/backup.json when, of which tables and files, with counts and SHA-256,
 * and an HMAC over all of that with a key made from the secret; written last <folder>/tables/<table>.ndjson a row a
 * line <folder>/files/… the images of credentials, encrypted, where they are kept on disk
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keyedHash, type Secrets } from '../platform/secrets.ts'

export const summaryFile = 'backup.json'
export const filesFolder = 'files'
export const restoringFolder = '.restoring'
export const tableFile = (table: string) => join('tables', `${table}.ndjson`)

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const summaryShape = z.strictObject({
  format: z.literal(2),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.record(z.string().regex(/^[a-z_]{1,63}$/), z.strictObject({ rows: z.int().nonnegative(), sha256 })),
  /** By path below `files/`; null where a bucket keeps them. */
  files: z.nullable(z.record(z.string(), z.strictObject({ bytes: z.int().nonnegative(), sha256 }))),
  /** HMAC-SHA-256 of the above. */
  mac: sha256,
})
export type BackupSummary = z.output<typeof summaryShape>

export function withMac(summary: Omit<BackupSummary, 'mac'>, { backupKeys: [key] }: Secrets): BackupSummary {
  return { ...summary, mac: keyedHash(key, provenText(summary)).toString('hex') }
}

/** Throws an Error with one sentence when it is invalid or made with another secret. */
export function readSummary(folder: string, secrets: Secrets): BackupSummary {
  const summary = parseSummary(join(folder, summaryFile))
  const mac = Buffer.from(summary.mac, 'hex')
  const madeWith = secrets.backupKeys.findIndex((key) => timingSafeEqual(mac, keyedHash(key, provenText(summary))))
  if (madeWith === 0) return summary
  throw new Error(
    madeWith > 0
      ? 'The backup was made with an older secret: restore it with that secret in SECRET_KEY or secret.key, then change the secret.'
      : 'The backup was made with a different secret, or was changed later: restore it with its own SECRET_KEY or secret.key.',
  )
}

function parseSummary(path: string): BackupSummary {
  try {
    return summaryShape.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} is not part of a complete backup: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

/** Member order does not matter. */
function provenText({ format, madeAt, migrations, tables, files }: Omit<BackupSummary, 'mac'>): string {
  const tableTexts = Object.entries(tables).map(([name, { rows, sha256 }]) => [name, rows, sha256])
  const fileTexts = files === null ? null : Object.entries(files).map(([path, file]) => [path, file.bytes, file.sha256])
  return JSON.stringify([format, madeAt, migrations, tableTexts.sort(byName), fileTexts?.sort(byName) ?? null])
}

function byName([a]: (string | number)[], [b]: (string | number)[]): number {
  return String(a) < String(b) ? -1 : 1
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** For files larger than memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

/** Throws an Error with one sentence when the two differ. */
export function expectSame(expected: string | undefined, found: string, what: string): void {
  if (expected !== found) throw new Error(`The backup does not match: expected ${what} as ${expected}; got ${found}.`)
}
