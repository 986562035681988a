import { type Kysely, sql } from 'kysely'

/** What exclusions of organizations are found by, as server/sources/keys.ts makes it of a list that is loaded. */
export async function addOrganizationKeys(db: Kysely<unknown>): Promise<void> {
  const plain = sql`regexp_replace(lower(normalize(fields::json->>2, NFKD)), '[.''\\u0300-\\u036f]', '', 'g')`
  const legalForms = '( (llc|inc|incorporated|pc|pa|corp|corporation|co|company|ltd|pllc|lp|llp))+$'
  await sql`with named as (
      select source_rows.version, row, btrim(regexp_replace(${plain}, '[^a-z0-9]+', ' ', 'g')) as words
      from source_rows join source_versions on source_versions.version = source_rows.version
      where kind = 'exclusion' and strpos(fields, '\\u0000') = 0),
    keyed as materialized (
      select version, row, 'o' || left(replace(regexp_replace(words, ${legalForms}, ''), ' ', ''), 100) as key from named),
    changed as (
      update source_rows set keys = array_append(keys, key) from keyed
      where source_rows.version = keyed.version and source_rows.row = keyed.row and key ~ '^o.*[a-z]')
    insert into source_keys (version, key, row) select version, key, row from keyed where key ~ '^o.*[a-z]'`.execute(db)
}
