import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { bodyBytesMax } from '#contract/limits'
import { shown } from '../platform/shown.ts'
import { apiError } from './verb.ts'

/**
 * The body in one piece, or `body_too_large`. The sender chooses the chunks, and each kept chunk costs 250 bytes, so
 * they are joined at once.
 */
export async function readBody({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = headers
  // A content encoding would change the bytes.
  if (encoding.toLowerCase() !== 'identity') {
    throw apiError('unsupported_content_encoding', { got: shown(encoding) }, { 'accept-encoding': 'identity' })
  }
  const limitBytes = routeOptions.bodyLimit ?? bodyBytesMax
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > limitBytes) throw apiError('body_too_large', { limitBytes })
  return new Promise((resolve, reject) => {
    // Untouched memory is not resident.
    let body: Buffer = Buffer.allocUnsafeSlow(announced)
    let length = 0
    const end = (error?: Error) => {
      payload.off('data', take).off('end', end).off('error', breakOff).off('close', breakOff)
      if (error === undefined) resolve(body.subarray(0, length))
      else reject(error)
    }
    const take = (piece: Buffer) => {
      const needed = length + piece.length
      if (needed > limitBytes) return end(apiError('body_too_large', { limitBytes }))
      if (needed > body.length) body = grown(body, Math.min(limitBytes, Math.max(needed, 2 * body.length)))
      piece.copy(body, length)
      length = needed
    }
    // Nobody is left to read the answer.
    const breakOff = () => end(apiError('bad_request', { reason: 'its body breaks off' }))
    payload.on('data', take).on('end', end).on('error', breakOff).on('close', breakOff)
  })
}

function grown(buffer: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes)
  buffer.copy(larger)
  return larger
}
