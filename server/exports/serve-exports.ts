/**
 * Sends the files of exports by their links, whole or from a byte on, so that a download that broke off can go on. A
 * link that is expired, changed, or of an export that is gone is answered like one that never was.
 */
import type { FastifyInstance } from 'fastify'
import { fail } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Secrets } from '../platform/secrets.ts'
import { Downloads } from './downloads.ts'
import { readParts } from './export-files.ts'
import { exportPath, isExportLink } from './export-link.ts'
import { findFile } from './export-store.ts'

const mediaTypes = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const

const idForm = /^[0-9a-f-]{36}$/

interface ServeParts {
  database: Database
  files: Files
  secrets: Secrets
}

export function serveExports(app: FastifyInstance, { database, files, secrets }: ServeParts): void {
  const downloads = new Downloads()
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    `${exportPath}:id`,
    // Without a body, one would be read from its first byte to its last.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params
      const found = idForm.test(id) ? await findFile(database.db, id) : undefined
      const accountId = found?.accountId ?? undefined
      if (found === undefined || accountId === undefined || !isExportLink(secrets, { id, accountId }, request.query)) {
        return fail('export_link_invalid', undefined)
      }
      const { bytes, run, format, resource, createdAt } = found
      const from = firstByteOf(request.headers.range, bytes)
      const body = downloads.begin(accountId, () => readParts(files, { id, run }, from, bytes))
      reply.headers({
        'content-type': mediaTypes[format],
        'content-disposition': `attachment; filename="${resource}-${createdAt.toISOString().slice(0, 10)}.${format}"`,
        'content-length': bytes - from,
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
      })
      if (from > 0) reply.code(206).header('content-range', `bytes ${from}-${bytes - 1}/${bytes}`)
      return reply.send(body)
    },
  )
}

/** Of `bytes=N-`; 0 for every other range, which HTTP lets a server ignore (RFC 9110, 14.2). */
function firstByteOf(range: string | undefined, bytes: number): number {
  const from = Number(/^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1] ?? 0)
  return from < bytes ? from : 0
}
