/**
 * Reads JSON bodies in UTF-8. An empty body counts as none. Refused: a prototype, what JSON readers understand
 * differently, and more pieces than any call has.
 */
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonMarksMax } from '#contract/limits'
import { shown } from '../platform/shown.ts'
import { hasTooManyMarks, jsonMistake } from './json-form.ts'
import { readBody } from './read-body.ts'
import { apiError } from './verb.ts'

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

/** Without a charset JSON is UTF-8 (RFC 8259, section 8.1). */
function namesUtf8(contentType: string): boolean {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*([^;]*)/gi)].map(([, charset = '']) => charset)
  return charsets.every((charset) => /^"?utf-?8"?$/i.test(charset.trim()))
}
