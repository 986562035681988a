/** Reads the bytes of bodies, whoever takes them apart then. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { bodyBytesMax } from '#contract/limits'
import { shown } from '../platform/shown.ts'
import { apiError } from './verb.ts'

/**
 * The body in one piece, or `body_too_large`. How many pieces it comes in is its sender's choice, and one that is
 * kept apart until the last has come, as the server would by itself, takes 250 bytes more than it holds; so each is
 * put to those before it at once.
 */
export async function readBody({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = headers
  // Read as it came, it would be other bytes than were meant.
  if (encoding.toLowerCase() !== 'identity') {
    throw apiError('unsupported_content_encoding', { got: shown(encoding) }, { 'accept-encoding': 'identity' })
  }
  const limitBytes = routeOptions.bodyLimit ?? bodyBytesMax
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > limitBytes) throw apiError('body_too_large', { limitBytes })
  return new Promise((resolve, reject) => {
    // Memory that nothing is written to is not taken of the machine.
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
    // Nobody is there any more to read the answer, or the server cut the request off itself.
    const breakOff = () => end(apiError('bad_request', { reason: 'its body breaks off' }))
    payload.on('data', take).on('end', end).on('error', breakOff).on('close', breakOff)
  })
}

function grown(buffer: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes)
  buffer.copy(larger)
  return larger
}
