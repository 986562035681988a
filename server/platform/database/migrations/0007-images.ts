import { type Kysely, sql } from 'kysely'

export async function addImages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('images')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('verification_id', 'text', (column) => column.notNull())
    .addColumn('is_bound', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('wrapped_key', 'bytea')
    .addColumn('original_sha256', 'bytea', (column) => column.notNull())
    .addColumn('perceptual_hash', 'bytea')
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('has_exif', 'boolean', (column) => column.notNull())
    .addColumn('software', 'text')
    .addColumn('edited_by', 'text')
    .addColumn('is_held', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('destroy_after', 'timestamptz')
    .addColumn('destroyed_at', 'timestamptz')
    .addColumn('removed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('images_pkey', ['account_id', 'id'])
    .execute()
  await db.schema.createIndex('images_original').on('images').column('original_sha256').execute()

  await db.schema
    .createTable('image_bands')
    .addColumn('band', 'integer', (column) => column.notNull())
    .addColumn('value', 'integer', (column) => column.notNull())
    .addColumn('image_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('image_bands_pkey', ['band', 'value', 'image_id'])
    .execute()
  await db.schema.createIndex('image_bands_image').on('image_bands').column('image_id').execute()
}
