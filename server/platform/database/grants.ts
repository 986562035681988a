/** The role that serves calls owns no table and can only read and insert in the audit log. The owner migrates. */
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const special: Readonly<Record<string, string>> = {
  audit_events: 'select, insert',
  audit_seals: 'select, insert',
  audit_anchors: 'select, insert',
  audit_head: 'select, update (sequence, hash, mac)',
  audit_start: 'select',
  audit_key_changes: 'select',
  callback_key: 'select, insert',
  installation: 'select, insert',
}

const usual = 'select, insert, update, delete'

const ofMigrations = /^kysely_/

/**
 * Grants the role its rights to every table of the client's role and revokes all others, in the caller's transaction.
 */
export async function grantRights(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() and tableowner = current_user',
  )
  const to = pg.escapeIdentifier(role)
  const statements = rows.flatMap(({ name }) => {
    const table = pg.escapeIdentifier(name)
    const revoke = `revoke all on ${table} from ${to}`
    return ofMigrations.test(name) ? [revoke] : [revoke, `grant ${special[name] ?? usual} on ${table} to ${to}`]
  })
  statements.push(`grant select on sequence watch_events_position_seq to ${to}`)
  await client.query(statements.join('; '))
}

/** Throws an Error when these connections cannot read, may change the audit log, or may act as an owner. */
export async function requireDivided(calls: pg.Pool, owner: string): Promise<void> {
  const { rows } = await calls.query<{ role: string; holder: string }>(
    `select current_user as role, tableowner as holder from pg_tables
    where schemaname = current_schema() and (pg_has_role(tableowner, 'member')
      or tablename = 'accounts' and not has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
      or tablename = 'audit_events' and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete'))
    order by (tableowner = $1) limit 1`,
    [owner],
  )
  const [found] = rows
  if (found === undefined) return
  const { role, holder } = found
  throw new Error(
    holder === owner
      ? `DATABASE_OWNER_URL has no effect, since ${role} may act as ${owner}: expected DATABASE_URL to name a role that is neither a superuser nor a member of it.`
      : `DATABASE_OWNER_URL has no effect on tables that belong to ${holder}: expected all to belong to ${owner}. In that database, as its superuser: reassign owned by ${holder} to ${owner};`,
  )
}

/** The warning that calls have more rights than they need; undefined when they do not. */
export async function undividedOf(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`select current_user as role from pg_tables
    where schemaname = current_schema() and tablename = 'audit_events' and (pg_has_role(tableowner, 'member')
      or has_table_privilege(format('%I.%I', schemaname, tablename), 'update, delete, truncate'))`.execute(db)
  const [found] = rows
  if (found === undefined) return undefined
  return `Calls are served as ${found.role}, which may change the tables and the audit log: name a role that owns nothing in DATABASE_URL, and ${found.role} in DATABASE_OWNER_URL.`
}
