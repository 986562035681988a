/**
 * Lists of primary sources: versions of each, of which one counts, and their rows with the keys that find them. The
 * list of exclusions of 0011 becomes one of them, without dates of birth.
 */
import { type Kysely, sql } from 'kysely'

export async function addSources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_versions')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text')
    .addColumn('source_date', 'text', (column) => column.notNull())
    .addColumn('date_from', 'text', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('refused', 'integer', (column) => column.notNull())
    .addColumn('is_sample', 'boolean', (column) => column.notNull())
    .addColumn('loaded_at', 'timestamptz')
    .execute()

  await db.schema
    .createTable('source_lists')
    .addColumn('list', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.references('source_versions.version'))
    .addColumn('previous', 'integer', (column) => column.references('source_versions.version'))
    .execute()

  // Without a reference to the versions, whose check costs a third of the time of loading millions of rows.
  await db.schema
    .createTable('source_rows')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('keys', sql`text[]`, (column) => column.notNull())
    .addPrimaryKeyConstraint('source_rows_pkey', ['version', 'row'])
    .execute()

  await db.schema
    .createTable('source_keys')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('row', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_keys_pkey', ['version', 'key', 'row'])
    .execute()

  await moveExclusions(db)
  for (const table of ['exclusion_current', 'exclusions', 'exclusion_lists']) await db.schema.dropTable(table).execute()
}

async function moveExclusions(db: Kysely<unknown>): Promise<void> {
  await sql`insert into source_versions
    select 1, 'oig-leie', 'exclusion', null, list_date, 'before', rows, 0, false, served_at
    from exclusion_current join exclusion_lists on exclusion_lists.id = list_id`.execute(db)
  await sql`insert into source_lists select list, version, null from source_versions`.execute(db)
  // Names were kept as they are compared, beside the name that is shown, which is split where the first name ends.
  await sql`insert into source_rows
    select 1, row_number() over (order by line),
      json_build_array(
        case when npi is null then json_build_array() else json_build_array(npi) end,
        case when is_person then json_build_array(
          coalesce(substr(shown_name, first_end + 2), last_name), coalesce(left(shown_name, first_end), first_name), '', '') end,
        case when not is_person then shown_name end,
        json_build_array(), json_build_array(), null, state, type, excluded_on, reinstated_on, waiver_state)::text,
      array_remove(array[
        'i' || npi,
        case when last_name <> '' and first_name <> '' then 'n' || last_name || '|' || first_name end,
        's' || last_name || '|' || first_name || '|'
          || case when is_person then '' else regexp_replace(upper(shown_name), '[^A-Z]', '', 'g') end
          || '|' || coalesce(npi, '') || '|' || excluded_on], null)
    from (select exclusions.*, last_name <> '' or first_name <> '' as is_person,
        (select max(n) from generate_series(1, length(shown_name)) as n where substr(shown_name, n + 1, 1) = ' '
          and regexp_replace(upper(left(shown_name, n)), '[^A-Z]', '', 'g') = first_name) as first_end
      from exclusions join exclusion_current on exclusion_current.list_id = exclusions.list_id) as listed`.execute(db)
  await sql`insert into source_keys select distinct version, key, row from source_rows, unnest(keys) as key`.execute(db)
}
