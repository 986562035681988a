/** Where a call bears its key, and where a key does not belong. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { headerText } from './request-input.ts'
import { fail } from './verb.ts'

const bearerKey = /^bearer +(pdx_\S*)$/i

/** The key of the api-key header, or of Authorization as Bearer: a session's token may stand there beside a key. */
export function keyIn({ 'api-key': header, authorization }: IncomingHttpHeaders): string | undefined {
  const key = headerText(header)
  const [, asBearer] = authorization === undefined ? [] : (bearerKey.exec(authorization) ?? [])
  if (asBearer === undefined) return key
  if (key !== undefined && key !== '' && key !== asBearer) fail('keys_differ', undefined)
  return asBearer
}

const keyName = /^api[-_]?key$/i
const keyStart = 'pdx_'
const keyForm = /pdx_(?:[a-z]+_)?[0-9A-Za-z]{46}/

/** First of all, so that the error names where a key belongs. */
export function refuseKeyInAddress({ url, query }: Pick<FastifyRequest, 'url' | 'query'>): void {
  const hasStart = url.includes(keyStart)
  for (const parameter in Object(query)) {
    const isKey = hasStart && keyForm.test(String(Reflect.get(Object(query), parameter)))
    if (isKey || keyName.test(parameter)) fail('key_in_query', { parameter })
  }
  if (hasStart && keyForm.test(url)) fail('key_misplaced', { place: 'the path' })
}

/** Of a call without a key: one in another header or in the body is named. */
export function refuseMisplacedKey({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (keyForm.test(decoded(headerText(value) ?? ''))) fail('key_misplaced', { place: `the ${name} header` })
  }
  for (const [name, value] of Object.entries(Object(body))) {
    if (typeof value === 'string' && keyForm.test(value)) fail('key_misplaced', { place: `${name} of the body` })
  }
}

/** As user name or password of HTTP's Basic scheme, which is base64. */
function decoded(text: string): string {
  const [, basic] = /^basic +(\S+)$/i.exec(text) ?? []
  return basic === undefined ? text : Buffer.from(basic, 'base64').toString('latin1')
}
