/**
 * Looks at what uploads have left in the database and in the store of files. It waits for a database that a busy
 * machine makes slow.
 */
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database'
import { askUntilAnswered } from '#server/platform/database/patience'
import type { Upload } from './upload-client.ts'

/** An auditor of uploads to the process at `origin`. */
export function openUploadAuditor({ db }: Database, filesDir: string, origin: string) {
  return {
    /**
     * What was left half done is as old as it has to be to be cleared away or taken over; answers how many images
     * were.
     */
    async letTimePass(): Promise<number> {
      const ageImages = sql`
        update images set created_at = created_at - interval '11 minutes' where not is_bound returning id`
      const ageKeys = sql`
        update idempotency_keys set created_at = created_at - interval '3 minutes' where answer is null`
      const { rows } = await askUntilAnswered(() => ageImages.execute(db))
      await askUntilAnswered(() => ageKeys.execute(db))
      return rows.length
    },

    /** The ids of all verifications, in order. */
    async verifications(): Promise<string[]> {
      const rows = await askUntilAnswered(() => db.selectFrom('verifications').select('id').execute())
      return rows.map(({ id }) => id).sort()
    },

    /** Verifications without an image that can be read, and images that are kept for none. */
    async incomplete(): Promise<unknown[]> {
      const incomplete = sql`
        select verifications.id, images.id as image from verifications
        full join (select * from images where wrapped_key is not null) images
          on images.id = verifications.image_id and images.is_bound
        where verifications.id is null or images.id is null`
      const { rows } = await askUntilAnswered(() => incomplete.execute(db))
      return rows
    },

    /** Names of all files in the store, in order. */
    storedFiles(): string[] {
      const entries = readdirSync(filesDir, { recursive: true, withFileTypes: true })
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
    },

    /** The ids of all images that can be read, in order. */
    async keptImages(): Promise<string[]> {
      const kept = db.selectFrom('images').select('id').where('wrapped_key', 'is not', null)
      const rows = await askUntilAnswered(() => kept.execute())
      return rows.map(({ id }) => id).sort()
    },

    /** Requests that are there more than once, or under another id than was acknowledged. */
    async submittedTwice(uploads: readonly Upload[]): Promise<string[]> {
      const rows = await askUntilAnswered(() => db.selectFrom('verifications').select(['id', 'npi']).execute())
      return uploads.flatMap(({ id, body }) => {
        const { npi } = z.object({ npi: z.string() }).parse(JSON.parse(body))
        const ids = rows.filter((row) => row.npi === npi).map((row) => row.id)
        return ids.join() === id ? [] : [`${npi}: ${ids.join()}`]
      })
    },

    /** What the link to the image of a request is answered with. */
    async imageStatusOf({ apiKey, id }: Upload): Promise<number> {
      const list = await fetch(`${origin}/api/verifications?type=personal&limit=50`, { headers: { 'api-key': apiKey } })
      const { verifications } = listed.parse(await list.json())
      const { pathname, search } = new URL(verifications.find((one) => one.id === id)?.imageUrl ?? origin)
      return (await fetch(`${origin}${pathname}${search}`)).status
    },
  }
}

const listed = z.object({ verifications: z.array(z.object({ id: z.string(), imageUrl: z.string() })) })
