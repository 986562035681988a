import { type Kysely, sql } from 'kysely'

export async function addSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('last_used_at', 'timestamptz')
    .addColumn('sealed_secret', 'bytea')
    .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('credential_id', 'text', (column) => column.unique())
    .addColumn('public_key', 'bytea')
    .addColumn('counter', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('transports', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'`))
    .addPrimaryKeyConstraint('second_factors_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createTable('recovery_codes')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('code_hash', 'bytea', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .addPrimaryKeyConstraint('recovery_codes_pkey', ['account_id', 'code_hash'])
    .execute()

  await db.schema
    .createTable('factor_challenges')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('factor_challenges_pkey', ['account_id', 'id'])
    .execute()
  await db.schema.createIndex('factor_challenges_expires_at').on('factor_challenges').column('expires_at').execute()

  await db.schema.alterTable('sessions').addColumn('browser', 'text').execute()
}
