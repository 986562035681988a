/**
 * Reads bodies: JSON in UTF-8 and nothing else. An empty body counts as none; one that carries a prototype, or what readers of
 * JSON understand differently, is refused.
 */
import type { FastifyInstance } from 'fastify'
import { shown } from '../shown.ts'
import { jsonMistake } from './json-form.ts'
import { apiError } from './verb.ts'

/** Makes it the server's only way to read a body; what fails is turned into an answer in server/http/error-answer.ts. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? ''
    const text = String(body)
    if (!isUtf8(type)) done(apiError('unsupported_media_type', { got: shown(type) }), undefined)
    else if (text.trim() === '') done(null, undefined)
    else parse(request, text, (error, value) => done(error ?? mistakeIn(text), value))
  })
}

function mistakeIn(text: string): Error | null {
  const reason = jsonMistake(text)
  return reason === undefined ? null : apiError('invalid_json', { reason })
}

/** JSON is in UTF-8 where nothing is said (RFC 8259, section 8.1). */
function isUtf8(contentType: string): boolean {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*([^;]*)/gi)].map(([, charset = '']) => charset)
  return charsets.every((charset) => /^"?utf-?8"?$/i.test(charset.trim()))
}
