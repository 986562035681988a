/**
 * Serves images by their links. What is sent is a picture and nothing else to any browser: its kind is fixed, nothing may run in
 * it, nobody may keep it. An expired link, a changed one, one to a destroyed image and one of somebody who may see it no longer are
 * answered alike.
 */
import type { FastifyInstance } from 'fastify'
import { isAdmin } from '../accounts/account.ts'
import { recordEvent } from '../audit/record.ts'
import { fail } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { imagePath, openLink } from './image-link.ts'
import type { Images } from './images.ts'

const imageHeaders = {
  'content-type': 'image/webp',
  'content-disposition': 'inline; filename="credential.webp"',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-site',
}

interface ImageRouteParts {
  database: Database
  images: Images
  secrets: Secrets
}

/** Adds the route. */
export function serveImages(app: FastifyInstance, { database, images, secrets }: ImageRouteParts): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    `${imagePath}:id`,
    async (request, reply) => {
      const { id } = request.params
      const link = openLink(secrets, id, request.query)
      if (link === undefined || (await isVoid(database, link))) return fail('image_not_found', undefined)
      const { viewerId } = link
      const found = await images.read(id)
      if (found === undefined) return fail('image_not_found', undefined)
      // Links outlast a role that was taken, by minutes; what they open does not.
      const mayView = viewerId === found.image.accountId || (await isAdmin(database.db, viewerId))
      if (!mayView) return fail('image_not_found', undefined)
      // Whoever is shown an image is on record before it is sent.
      await inTransaction(database, (trx) =>
        recordEvent(trx, { actor: viewerId, action: 'image.viewed', subject: found.image.verificationId }),
      )
      return reply.headers(imageHeaders).send(found.webp)
    },
  )
}

/** Whether the link was made before the installation was restored from a backup: what it was made for may be otherwise since. */
async function isVoid({ db }: Database, { madeAtMs }: { madeAtMs: number }): Promise<boolean> {
  const row = await db.selectFrom('installation').select('restored_at').executeTakeFirst()
  return row !== undefined && row.restored_at !== null && madeAtMs < row.restored_at.getTime()
}
