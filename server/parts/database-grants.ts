/**
 * What the role may do as which calls are served: read and write rows, and of the audit log only read and add. It owns no table, so
 * it can neither make nor change nor remove one. The role that owns the tables is used for migrations and for what retention removes.
 */
import pg from 'pg'

/** Rights to tables that are not like the others; of the head of the chain what sealing moves. */
const special: Readonly<Record<string, string>> = {
  audit_events: 'select, insert',
  audit_seals: 'select, insert',
  audit_anchors: 'select, insert',
  audit_head: 'select, update (sequence, hash, mac, sealed_until)',
  audit_start: 'select',
  installation: 'select, insert',
}

const usual = 'select, insert, update, delete'

/** The query builder's own tables, which tell it what has run. */
const ofMigrations = /^kysely_/

/**
 * Gives the role its rights to every table that the client's role owns, and takes all others. For the time of a transaction, in
 * which the caller is, others see the rights before or those after.
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
  await client.query(statements.join('; '))
}
