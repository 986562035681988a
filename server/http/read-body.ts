import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { bodyBytesMax, jsonMarksMax } from '#contract/limits'
import { shown, shownName } from '../platform/shown.ts'
import { apiError } from './verb.ts'

/** The body in one piece, or `body_too_large`. Chunks, which the sender chooses, cost 250 bytes each, so are joined. */
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
    // The client is gone.
    const breakOff = () => end(apiError('bad_request', { reason: 'its body breaks off' }))
    payload.on('data', take).on('end', end).on('error', breakOff).on('close', breakOff)
  })
}

function grown(buffer: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes)
  buffer.copy(larger)
  return larger
}

/** Reads JSON in UTF-8; empty counts as none. A prototype, ambiguous JSON and too many pieces are refused. */

export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const type = request.headers['content-type'] ?? ''
    const bytes = await readBody(request, payload)
    if (!namesUtf8(type)) throw apiError('unsupported_media_type', { got: shown(type) })
    // Replacement characters would change what was sent, such as a password.
    if (!isUtf8(bytes)) throw apiError('invalid_json', { reason: 'it is not in UTF-8' })
    if (hasTooManyMarks(bytes)) throw apiError('invalid_json', { reason: marksReason })
    const text = bytes.toString('utf8')
    if (text.trim() === '') return undefined
    return new Promise((resolve, reject) => {
      parse(request, text, (error, value) => {
        const reason = error === null ? jsonMistake(text) : undefined
        if (error === null && reason === undefined) resolve(value)
        else reject(error ?? apiError('invalid_json', { reason: reason ?? '' }))
      })
    })
  })
}

const csvRoutes = Object.values<Endpoint>(api)
  .filter(({ body }) => 'shape' in body && 'csv' in Object(body.shape))
  .map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'))

/** A CSV file as the body of a call that takes one as its member `csv`. */
export function readCsv(app: FastifyInstance): void {
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: Readable) => {
    const type = request.headers['content-type'] ?? ''
    if (!csvRoutes.includes(request.routeOptions.url ?? '') || !namesUtf8(type)) {
      throw apiError('unsupported_media_type', { got: shown(type) })
    }
    const bytes = await readBody(request, payload)
    if (isUtf8(bytes)) return { csv: bytes.toString('utf8') }
    throw apiError('invalid_input', { parameter: 'csv', expected: 'text in UTF-8', got: 'other bytes' })
  })
}

const marksReason = `expected at most ${jsonMarksMax.toLocaleString('en-US')} quotation marks, commas and opening brackets; got more`

/** Without a charset JSON is UTF-8 (RFC 8259, section 8.1). */
function namesUtf8(contentType: string): boolean {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*([^;]*)/gi)].map(([, charset = '']) => charset)
  return charsets.every((charset) => /^"?utf-?8"?$/i.test(charset.trim()))
}

/**
 * JSON.parse accepts these; we refuse duplicate names, which programs read differently, deep nesting, many pieces, and
 * halves of surrogate pairs, which the database takes in no JSON and would replace elsewhere.
 */

/** No body of ours needs more than two. */
const depthMax = 10

const marks = [...'",[{'].map((mark) => mark.charCodeAt(0))

/** A pass over 14 MB takes milliseconds; parsing as much made of names takes seconds. */
export function hasTooManyMarks(bytes: Buffer): boolean {
  let count = 0
  for (const mark of marks) {
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
      if (++count > jsonMarksMax) return true
    }
  }
  return false
}

/** Undefined when nothing is wrong. The text is valid JSON. */
export function jsonMistake(text: string): string | undefined {
  /** Names of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let isName = false
  const mark = /["{}[\],]/g
  while (mark.test(text)) {
    const at = mark.lastIndex - 1
    switch (text[at]) {
      case '{':
      case '[':
        isName = text[at] === '{'
        open.push(isName ? new Set() : undefined)
        if (open.length > depthMax) return `it is nested more than ${depthMax} levels deep`
        break
      case '}':
      case ']':
        open.pop()
        isName = false
        break
      case ',':
        isName = open.at(-1) !== undefined
        break
      case '"': {
        const end = stringEnd(text, at)
        const written = text.slice(at, end + 1)
        if (written.includes('\\u') && /\p{Cs}/u.test(JSON.parse(written))) {
          return 'it has an escape that is half of a character'
        }
        if (isName) {
          const name = String(JSON.parse(written))
          if (open.at(-1)?.has(name)) return `it has two members of the name ${shownName(name)}`
          open.at(-1)?.add(name)
          isName = false
        }
        mark.lastIndex = end + 1
      }
    }
  }
  return undefined
}

/** The first quotation mark behind an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (end === -1 || backslashes % 2 === 0) return end === -1 ? text.length : end
  }
}
