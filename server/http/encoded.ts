/** Bodies that are made once and sent to many: compressed beforehand, with a tag by which a client asks whether they have changed. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

export interface Encoded {
  etag: string
  bodies: Record<Encoding, Buffer>
}

/** Of 11: a start waits for it, and the last two levels save 7% in ten times the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compresses a body, on threads of the system's pool. */
export async function encode(identity: Buffer): Promise<Encoded> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotliOptions), promisify(gzip)(identity)])
  return { etag: etagOf(identity), bodies: { identity, br, gzip: gz } }
}

export function etagOf(identity: Buffer): string {
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
}

/** Sends the body in an encoding that the client takes, or 304 where it has it already. */
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
