/** Each form is made once, on first request. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from 'yaml'
import { api } from '#contract/api'
import { openApiDocument } from './openapi.ts'
import { inputReader, refuseBrokenEscapes } from './request-input.ts'

export function serveOpenApi(app: FastifyInstance, facts: { version: string; publicUrl: string }): void {
  const read = inputReader(api.openapi)
  // Not every OpenAPI reader follows YAML anchors.
  const yaml = (document: object) => stringify(document, { aliasDuplicateObjects: false })
  const forms = [
    { path: api.openapi.path, type: 'application/json; charset=utf-8', write: JSON.stringify },
    { path: '/openapi.yaml', type: 'application/yaml', write: yaml },
  ]
  for (const { path, type, write } of forms) {
    let made: Promise<Encoded> | undefined
    app.get(path, async (request, reply) => {
      refuseBrokenEscapes(request.url)
      read(request)
      made ??= encode(Buffer.from(write(openApiDocument(facts))))
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      return sendEncoded(request, reply, { ...(await made), type })
    })
  }
}

/** Bodies made once and sent to many: compressed, with an ETag. */

type Encoding = 'br' | 'gzip' | 'identity'

export interface Encoded {
  etag: string
  bodies: Record<Encoding, Buffer>
}

/** Of 11; the last two levels save 7 % in ten times the time, and a start waits. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export async function encode(identity: Buffer): Promise<Encoded> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotliOptions), promisify(gzip)(identity)])
  return { etag: etagOf(identity), bodies: { identity, br, gzip: gz } }
}

export function etagOf(identity: Buffer): string {
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
}

/** Or 304. */
export function sendEncoded(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies, type }: Encoded & { type: string },
): FastifyReply {
  reply.header('etag', etag)
  if (reply.statusCode === 200 && (headers['if-none-match'] ?? '').includes(etag)) return reply.code(304).send()
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', type).send(bodies[encoding])
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.replace(/;.*$/, ''))
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? 'identity'
}
