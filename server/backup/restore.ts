/** Restores a backup into an empty installation, all or nothing, by SHA-256. No earlier session or link works then. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { type AuditAction, recordEvent } from '../audit/record.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { FilesChoice } from '../platform/files/files.ts'
import type { Secrets } from '../platform/secrets.ts'
import { placeOfSecret } from '../platform/secrets-check.ts'
import { type BackupSummary, expectSame, readSummary, sha256OfFile, tableFile } from './backup-folder.ts'
import { withFiles } from './restore-files.ts'
import { countOn, insertLines, isBackedUp, linesOf, linesOfFile, migrationsOf, tablesInOrder } from './table-text.ts'

interface RestoreParts {
  database: Database
  files: FilesChoice
  secrets: Secrets
}

/** Throws an Error with one sentence, and changes nothing, when it cannot restore. */
export async function restore({ database, files, secrets }: RestoreParts, folder: string): Promise<BackupSummary> {
  const summary = readSummary(folder, secrets)
  for (const [table, { sha256 }] of Object.entries(summary.tables)) {
    expectSame(sha256, await sha256OfFile(join(folder, tableFile(table))), tableFile(table))
  }
  // Calls cannot write into the audit log's past.
  const restoreThen = (putInPlace: () => Promise<void>) =>
    database.asOwner(
      (db) =>
        db.transaction().execute(async (trx) => {
          await restoreTables(trx, folder, summary, secrets)
          await putInPlace()
        }),
      true,
    )
  if (summary.files === null) await restoreThen(async () => {})
  else if (files.kind === 'disk') await withFiles(folder, summary.files, files.dir, restoreThen)
  else throw new Error('The backup has images: restore it with FILES_URL=disk:, then move them.')
  return summary
}

async function restoreTables(
  trx: Transaction<Tables>,
  folder: string,
  summary: BackupSummary,
  secrets: Secrets,
): Promise<void> {
  await expectEmpty(trx, summary)
  const all = await tablesInOrder(trx)
  const tables = all.filter(isBackedUp)
  expectSame(Object.keys(summary.tables).sort().join(), [...tables].sort().join(), 'the tables')
  // Rows that opening the database inserts.
  for (const table of [...all].reverse()) await sql`delete from ${sql.table(table)}`.execute(trx)
  for (const table of tables) await restoreTable(trx, folder, table, summary)
  await countOn(trx)
  if ((await placeOfSecret(trx, secrets)) === undefined) {
    throw new Error(
      'The backup was made with a different secret: set its SECRET_KEY, or put its secret.key in place, first.',
    )
  }
  await requireSameRoles(trx)
  await voidLinks(trx)
  await recordEvent(trx, {
    actor: 'operator',
    action: 'backup.restored',
    subject: 'installation',
    details: { madeAt: summary.madeAt },
  })
}

/**
 * Links in waiting emails (those with a file have none), to images, and of shares: the backup does not know which
 * shares were revoked after it. With `restored_at` earlier status lists are revoked whole
 * (server/shares/status-entries.ts).
 */
async function voidLinks(trx: Transaction<Tables>): Promise<void> {
  await trx.deleteFrom('letters').where('sealed_secret', 'is not', null).where('sealed_file', 'is', null).execute()
  await trx
    .updateTable('shares')
    .set({ revoked_at: sql<Date>`now()` })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  await trx.updateTable('installation').set({ restored_at: sql<Date>`now()` }).execute()
}

async function expectEmpty(trx: Transaction<Tables>, { migrations }: BackupSummary): Promise<void> {
  const account = await trx.selectFrom('accounts').select('id').executeTakeFirst()
  if (account !== undefined) throw new Error('The database already has accounts: restore into an empty one.')
  expectSame(
    migrations.join(),
    (await migrationsOf(trx)).join(),
    'the tables of the version of this program that made it',
  )
}

async function restoreTable(
  trx: Transaction<Tables>,
  folder: string,
  table: string,
  { tables }: BackupSummary,
): Promise<void> {
  await insertLines(trx, table, linesOfFile(join(folder, tableFile(table))))
  const hash = createHash('sha256')
  let rows = 0
  for await (const lines of linesOf(trx, table)) {
    rows += lines.length
    hash.update(`${lines.join('\n')}\n`)
  }
  expectSame(`${tables[table]?.rows} ${tables[table]?.sha256}`, `${rows} ${hash.digest('hex')}`, `the rows of ${table}`)
}

const [granted, revoked] = ['account.admin_granted', 'account.admin_revoked'] satisfies AuditAction[]

const namedMax = 5

/**
 * Throws an Error with one sentence when admins and audit log disagree. Retention may have removed an old admin's row.
 */
async function requireSameRoles(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ id: string; isAdmin: boolean }>`
    select id, is_admin as "isAdmin" from accounts
    left join lateral (select action from audit_events where subject = accounts.id and action in (${granted}, ${revoked})
      order by at desc, audit_events.id desc limit 1) as last on true
    where is_admin <> coalesce(action = ${granted}, false) and not (is_admin and action is null
      and (select sequence > 0 from audit_start) and created_at < (select min(at) from audit_events))
    order by id limit ${namedMax}`.execute(trx)
  if (rows.length === 0) return
  const roles = rows.map(({ id, isAdmin }) => `${id} is ${isAdmin ? 'an admin' : 'no admin'}`)
  throw new Error(`The backup does not match: the audit log does not say that ${roles.join(', ')}.`)
}
