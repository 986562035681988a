/**
 * The HTTP server over its parts: every endpoint of the contract with its verb. Nothing is opened here; main.ts opens the
 * parts and hands them in, so that tests can run the same server over parts of their own.
 */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { RegistrySource } from '#registry/read/follow-registry'
import { login } from './accounts/login.ts'
import { me } from './accounts/me.ts'
import { openPasswords, type Passwords } from './accounts/passwords.ts'
import { type SessionChecker, sessionChecker } from './accounts/sessions.ts'
import { signup } from './accounts/signup.ts'
import { answerErrors, answerUnreadable, answerUnroutable } from './http/error-answer.ts'
import { type CallerChecks, mount } from './http/mount.ts'
import { readJson } from './http/read-json.ts'
import { limitRequests, serverLimits } from './http/request-limits.ts'
import { fail, type Verbs } from './http/verb.ts'
import { serveImages } from './images/image-route.ts'
import type { Images } from './images/images.ts'
import { type KeyChecker, keyChecker } from './keys/check-key.ts'
import { replaceKey } from './keys/replace-key.ts'
import { serveOutbox } from './mail/outbox-page.ts'
import type { Database } from './parts/database.ts'
import type { Geocoder } from './parts/geocoder.ts'
import type { Limiter } from './parts/limiter.ts'
import type { Secrets } from './parts/secrets.ts'
import { getProvider, listReviews } from './providers/lookup.ts'
import { registryHeaders } from './providers/registry-headers.ts'
import { searchProviders } from './providers/search.ts'
import { health, openapi, ready } from './service/verbs.ts'
import type { Settings } from './settings.ts'

export interface Parts {
  database: Database
  registry: RegistrySource
  geocoder: Geocoder
  images: Images
  limiter: Limiter
  secrets: Secrets
  settings: Pick<Settings, 'logLevel' | 'mail' | 'isOutboxShown'>
}

/** Version of the API in its OpenAPI document. */
const apiVersion = '1.0.0'

/** Headers of every answer: an API answer is never a page, a frame or something to sniff. */
const answerHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Makes the server; the caller lets it listen and closes it. */
export async function createApp(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverLimits,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    logger: { level: parts.settings.logLevel, serializers: { err: errorForLog } },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders).header('x-request-id', request.id)
  })
  limitRequests(app)
  readJson(app)
  answerErrors(app)
  const keys = keyChecker(parts)
  const verbs = verbsOf({ ...parts, keys, passwords: openPasswords() })
  serveImages(app, parts)
  mount(app, verbs, checksOf(keys, sessionChecker(parts)), ({ answerHeaders: declared }) => {
    const registry = 'X-Registry-Version' in declared ? parts.registry.current() : undefined
    return registry === undefined ? {} : registryHeaders(registry)
  })
  const { mail, isOutboxShown } = parts.settings
  if (isOutboxShown && mail.kind === 'outbox') serveOutbox(app, mail.dir)
  return app
}

/** An error as it is logged: the database's errors also have members that hold values of rows, which are left out. */
function errorForLog(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, stack: error.stack ?? '', code: error.code }
}

/** A verb for every endpoint of the contract. */
function verbsOf(parts: Parts & { keys: KeyChecker; passwords: Passwords }): Verbs {
  return {
    health,
    ready: ready(parts),
    openapi: openapi(apiVersion),
    signup: signup(parts),
    login: login(parts),
    me: me(parts),
    replaceKey: replaceKey(parts),
    searchDoctors: searchProviders('doctors', parts),
    getDoctor: getProvider('doctors', parts),
    listDoctorReviews: listReviews('doctors', parts),
    searchOrganizations: searchProviders('organizations', parts),
    getOrganization: getProvider('organizations', parts),
    listOrganizationReviews: listReviews('organizations', parts),
    searchIndividuals: searchProviders('individuals', parts),
    getIndividual: getProvider('individuals', parts),
    listIndividualReviews: listReviews('individuals', parts),
  }
}

/** Who calls, or the error that says why nobody is recognised. */
function checksOf(keys: KeyChecker, sessions: SessionChecker): CallerChecks {
  return {
    async key(header) {
      const check = await keys.check(header)
      if (check.ok) return { kind: 'key', accountId: check.accountId, keyId: check.keyId }
      return check.code === 'key_revoked' ? fail(check.code, check.details) : fail(check.code, undefined)
    },
    async session(header) {
      const check = await sessions.check(header)
      if (!check.ok) return fail(check.code, undefined)
      return { kind: 'session', accountId: check.accountId, sessionId: check.sessionId }
    },
  }
}
