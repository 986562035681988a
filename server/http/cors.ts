/**
 * CORS. Calls with an API key, public ones and openings of shares are open to all origins, sessions to the web app
 * alone. No cookies.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api'
import { type Endpoint, headersOf } from '#contract/endpoint'
import { fhirPath } from '#contract/fhir'
import { npiRegistryPath } from '#contract/npi-registry'

const preflightSeconds = 600

/** Routes beside the contract, whose calls have an API key. */
const openPaths = [`${fhirPath}/`, `${npiRegistryPath}/`]

const sentHeaders = 'api-key, authorization, content-type, idempotency-key, if-none-match'

const readHeaders = [
  'X-Request-Id',
  'Retry-After',
  ...new Set(Object.values<Endpoint>(api).flatMap((entry) => Object.keys(headersOf(entry)))),
].join(', ')

const toAll = { 'access-control-allow-origin': '*', 'access-control-expose-headers': readHeaders }

export function openToAllOrigins({ origin }: IncomingHttpHeaders): Readonly<Record<string, string>> | undefined {
  return origin === undefined ? undefined : toAll
}

/** `appOrigin` is the web app's. */
export function allowOrigins(app: FastifyInstance, appOrigin: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined) return done()
    const isPreflight = request.method === 'OPTIONS' && asked !== undefined
    const path = request.url.split('?', 1).join('')
    const entry = entryAt(isPreflight ? asked : request.method, path)
    const isOpen = openPaths.some((open) => path.startsWith(open))
    const allowed = isOpen ? '*' : entry && allowedOrigin(entry, origin, appOrigin)
    if (allowed !== undefined) reply.header('access-control-allow-origin', allowed)
    if (allowed !== '*') reply.header('vary', 'origin')
    if (allowed !== undefined && !isPreflight) reply.header('access-control-expose-headers', readHeaders)
    if (!isPreflight || (entry === undefined && !isOpen)) return done()
    if (allowed !== undefined) {
      reply
        .header('access-control-allow-methods', entry?.method ?? 'GET, POST')
        .header('access-control-allow-headers', isOpen ? `${sentHeaders}, prefer` : sentHeaders)
        .header('access-control-max-age', preflightSeconds)
    }
    reply.code(204).send()
  })
}

function allowedOrigin(entry: Endpoint, origin: string, appOrigin: string): string | undefined {
  const isPublic = entry.caller === 'anyone' && (entry.method === 'GET' || entry.path.startsWith('/shares/'))
  const isForEveryone = entry.caller === 'key' || isPublic
  if (isForEveryone) return '*'
  return origin === appOrigin ? appOrigin : undefined
}

const entries = Object.values<Endpoint>(api).map((entry) => ({
  entry,
  form: new RegExp(`^${entry.path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

function entryAt(method: string, path: string): Endpoint | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  return entries.find(({ entry, form }) => entry.method === wanted && form.test(path))?.entry
}
