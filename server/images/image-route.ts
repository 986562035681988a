/**
 * Serves images by their links, as a picture and nothing else: no scripts, no caching. A link that is expired, changed,
 * or of a viewer who lost the right is answered like one that never was.
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
      // A link outlasts a revoked role by minutes; the right to view does not.
      const mayView = viewerId === found.image.accountId || (await isAdmin(database.db, viewerId))
      if (!mayView) return fail('image_not_found', undefined)
      // On record before it is sent.
      await inTransaction(database, (trx) =>
        recordEvent(trx, { actor: viewerId, action: 'image.viewed', subject: found.image.verificationId }),
      )
      return reply.headers(imageHeaders).send(found.webp)
    },
  )
}

/** Links from before a restore are void: their ids may mean something else now. */
async function isVoid({ db }: Database, { madeAtMs }: { madeAtMs: number }): Promise<boolean> {
  const row = await db.selectFrom('installation').select('restored_at').executeTakeFirst()
  return row !== undefined && row.restored_at !== null && madeAtMs < row.restored_at.getTime()
}
