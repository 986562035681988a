/**
 * Reads bodies: JSON in UTF-8 and nothing else. An empty body counts as none; one that carries a prototype, or what readers of
 * JSON understand differently, is refused. One of more pieces than any call has is refused before it is taken apart, which would keep
 * everybody else waiting.
 */
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonMarksMax } from '#contract/limits'
import { shown } from '../platform/shown.ts'
import { hasTooManyMarks, jsonMistake } from './json-form.ts'
import { readBody } from './read-body.ts'
import { apiError } from './verb.ts'

/** Makes it the server's only way to read a body; what fails is turned into an answer in server/http/error-answer.ts. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const type = request.headers['content-type'] ?? ''
    const bytes = await readBody(request, payload)
    if (!namesUtf8(type)) throw apiError('unsupported_media_type', { got: shown(type) })
    // Read all the same, they would be other characters than were sent: in a password, others than were typed.
    if (!isUtf8(bytes)) throw apiError('invalid_json', { reason: 'it is not in UTF-8' })
    if (hasTooManyMarks(bytes)) throw apiError('invalid_json', { reason: marksReason })
    const text = bytes.toString('utf8')
    if (text.trim() === '') return undefined
    return new Promise((resolve, reject) => {
      parse(request, text, (error, value) => {
        const mistake = error ?? mistakeIn(text)
        if (mistake === null) resolve(value)
        else reject(mistake)
      })
    })
  })
}

const marksReason = `expected at most ${jsonMarksMax.toLocaleString('en-US')} quotation marks, commas and opening brackets; got more`

function mistakeIn(text: string): Error | null {
  const reason = jsonMistake(text)
  return reason === undefined ? null : apiError('invalid_json', { reason })
}

/** JSON is in UTF-8 where nothing is said (RFC 8259, section 8.1). */
function namesUtf8(contentType: string): boolean {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*([^;]*)/gi)].map(([, charset = '']) => charset)
  return charsets.every((charset) => /^"?utf-?8"?$/i.test(charset.trim()))
}
