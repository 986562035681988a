/** The HTTP server: every endpoint with its verb. main.ts passes the parts in; tests pass parts of their own. */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { apiVersion } from '#contract/product'
import type { RegistrySource } from '#registry/search/follow'
import { noHistory, type RegistryHistory } from '#registry/search/history'
import { networkOf } from './accounts/attempts.ts'
import { changeMe } from './accounts/change-me.ts'
import { changePassword } from './accounts/change-password.ts'
import { deleteMe } from './accounts/delete-account.ts'
import { forgotPassword } from './accounts/forgot-password.ts'
import { login, logout } from './accounts/login.ts'
import { me } from './accounts/me.ts'
import { openPasswords, type Passwords } from './accounts/passwords.ts'
import { resendVerification } from './accounts/resend-verification.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { addPasskey, confirmTotp, startPasskey, startTotp } from './accounts/second-factor/enroll.ts'
import { newRecoveryCodes, removeFactor, secondFactors } from './accounts/second-factor/manage.ts'
import { secondFactorLogin } from './accounts/second-factor/second-step.ts'
import { endOneSession, listSessions } from './accounts/session-list.ts'
import { type SessionChecker, sessionChecker } from './accounts/sessions.ts'
import { signup } from './accounts/signup.ts'
import { verifyEmail } from './accounts/verify-email.ts'
import { checkout } from './billing/checkout.ts'
import { listInvoices } from './billing/invoices.ts'
import { serveLocalCheckout } from './billing/local-checkout.ts'
import { listPlans, subscription } from './billing/subscription.ts'
import { receiveEvent, serveWebhook } from './billing/webhook.ts'
import { type Blog, listPosts } from './blog/blog.ts'
import { cancelExport, createExport, getExport, listExports } from './exports/exports.ts'
import { serveExports } from './exports/serve-exports.ts'
import { isOfFhir, sendFailure, serveFhir } from './fhir/serve-fhir.ts'
import { allowOrigins } from './http/cors.ts'
import { closeConnectionsOnEnd } from './http/drain.ts'
import { answerErrors, answerUnknownRoutes, answerUnreadable, asApiError, sendError } from './http/error-answer.ts'
import { keyIn } from './http/key-places.ts'
import type { CallerChecks, KeyCaller } from './http/keyed-call.ts'
import { noteRoutes } from './http/known-routes.ts'
import { countAnswers, makeMetrics, serveMetrics } from './http/metrics/metrics.ts'
import { mount } from './http/mount.ts'
import { mountRegistry } from './http/mount-registry.ts'
import { providerPages } from './http/pages/provider-pages.ts'
import type { Pages } from './http/pages/read-pages.ts'
import { servePages } from './http/pages/serve-pages.ts'
import { readCsv, readJson } from './http/read-body.ts'
import { cacheControls } from './http/representations.ts'
import { limitRequests, type RequestTimes, requestTimes, serverLimits } from './http/request-limits.ts'
import { keepCallers, logAnswer, logBrokenOff, logRequests } from './http/request-log.ts'
import type { MountOptions } from './http/run-call.ts'
import { serveOpenApi } from './http/serve-openapi.ts'
import { health, ready, registry } from './http/service.ts'
import { traceRequests } from './http/trace-requests.ts'
import { type ApiError, fail, type Verbs } from './http/verb.ts'
import { serveImages } from './images/image-route.ts'
import type { Images } from './images/images.ts'
import { type KeyCheck, type KeyChecker, keyChecker } from './keys/check-key.ts'
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './keys/my-keys.ts'
import { replaceKey } from './keys/replace-key.ts'
import { reportKey } from './keys/report-key.ts'
import { serveOutbox } from './mail/outbox-page.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import { serveNpiRegistry } from './npi-registry/serve-npi-registry.ts'
import type { Database } from './platform/database/database.ts'
import type { Files } from './platform/files/files.ts'
import type { Geocoder } from './platform/geocoder/geocoder.ts'
import type { Limiter } from './platform/limiter/limiter.ts'
import { type LogStream, logOptions } from './platform/log.ts'
import type { AnyPayments } from './platform/payments/payments.ts'
import type { Secrets } from './platform/secrets.ts'
import { telemetry } from './platform/telemetry.ts'
import { countProviders } from './providers/area-counts.ts'
import { batchProviders } from './providers/batch.ts'
import { exploreCounts, exploreProviders } from './providers/explore.ts'
import { registryHeaders } from './providers/found.ts'
import { listHistory } from './providers/history.ts'
import { getProvider, listReviews } from './providers/lookup.ts'
import { type SampleData, sampleData } from './providers/sample-data.ts'
import { searchProviders } from './providers/search.ts'
import { findSpecialty } from './providers/specialties.ts'
import { exploreSuggestions, suggest } from './providers/suggest.ts'
import type { LimitSettings, MailSettings, Settings } from './settings.ts'
import { createShare } from './shares/create-share.ts'
import { serveShareFiles, shareManifest } from './shares/health-link.ts'
import { listShares, listShareViews, revokeShare, setShareEmails } from './shares/my-shares.ts'
import { importShare, openShare, shareOpener } from './shares/open-share.ts'
import { jwks, serveStatusLists } from './shares/published.ts'
import { type Signer, signerOf } from './shares/signer.ts'
import type { ListSource } from './sources/ask.ts'
import { sourceLookUp } from './sources/looked-up.ts'
import { searchExclusions } from './sources/search-exclusions.ts'
import { searchLicenses } from './sources/search-licenses.ts'
import { serviceStatus } from './status/service-status.ts'
import { listSupportRequests } from './support/requests.ts'
import { contactSales, requestSupport } from './support/support.ts'
import type { PlanTable } from './usage/account-plan.ts'
import { type Meter, openMeter } from './usage/meter.ts'
import { usageFile } from './usage/usage-file.ts'
import { recentRequests, usageStats } from './usage/usage-stats.ts'
import { claimVerification } from './verifications/claim-verification.ts'
import { decideVerification, rejectVerifications } from './verifications/decide-verification.ts'
import { getVerification } from './verifications/get-verification.ts'
import { listVerificationsVerb } from './verifications/list-verifications.ts'
import { lookUpNpi } from './verifications/look-up-npi.ts'
import { reviewVerification } from './verifications/review-verification.ts'
import {
  getSampleVerification,
  listSampleVerifications,
  submitSample,
  withdrawSample,
} from './verifications/sample-verifications.ts'
import { verificationShower } from './verifications/shown-verification.ts'
import { submitVerification } from './verifications/submit-verification.ts'
import { withdrawVerification } from './verifications/withdraw-verification.ts'
import { listEvents } from './watch/list-events.ts'
import {
  changeMembers,
  createRoster,
  deleteRoster,
  getRoster,
  listMembers,
  listRosters,
  renameRoster,
} from './watch/rosters.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks/my-webhooks.ts'
import { serveUnsubscribe } from './webhooks/unsubscribe.ts'

export interface Parts {
  database: Database
  registry: RegistrySource
  /** Without it, only the present version is known. */
  history?: RegistryHistory
  /** For test keys beside a real registry (server/providers/sample-data.ts). */
  followSample?: () => Promise<RegistrySource>
  geocoder: Geocoder
  images: Images
  /** They have the exports. */
  files: Files
  blog: Blog
  limiter: Limiter
  payments: AnyPayments
  secrets: Secrets
  logStream: LogStream
  isAuditAlarmed: () => boolean
  isEnding?: () => boolean
  /** Without it the API is served alone. */
  pages?: Pages
  settings: Pick<Settings, 'logLevel' | 'metricsToken' | 'imageDays' | 'dataDir'> & MailSettings & LimitSettings
  /** For tests and the bench. */
  plans?: PlanTable
  requestTimes?: RequestTimes
  meter?: Meter
}

/** An API answer is never a page, a frame or something to sniff. */
const answerHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The caller listens and closes. */
export async function createApp(parts: Parts): Promise<FastifyInstance> {
  const { isEnding = () => false } = parts
  const app = Fastify({
    ...serverLimits(parts.requestTimes),
    // A request on an open connection is answered while closing.
    return503OnClosing: false,
    trustProxy: [...parts.settings.trustedProxies],
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => sendInForm(request, reply, asApiError(error, request)),
    clientErrorHandler: answerUnreadable,
    logger: logOptions(parts.settings.logLevel, parts.logStream),
  })
  const routes = noteRoutes(app)
  answerErrors(app)
  keepCallers(app)
  readJson(app)
  readCsv(app)
  const { metricsToken, publicUrl } = parts.settings
  const traced = telemetry()
  const metrics = metricsToken === undefined && traced === undefined ? undefined : makeMetrics(parts)
  if (metrics !== undefined) traced?.watch(metrics.values)
  const keys = keyChecker(parts)
  const warn = (sentence: string) => app.log.warn(sentence)
  const meter = parts.meter ?? openMeter({ ...parts, publicUrl, warn })
  const samples = sampleData({ serving: parts.registry, followSample: parts.followSample, warn })
  app.addHook('onClose', () => meter.close())
  const sessions = sessionChecker(parts)
  const signer = signerOf(parts.secrets)
  const verbParts = { ...parts, publicUrl, keys, sessions, meter, passwords: openPasswords(), signer }
  const options: MountOptions = {
    verbs: verbsOf(verbParts),
    testMode: { verbs: testVerbsOf({ ...verbParts, samples }), open: samples.open },
    checks: checksOf(keys, sessions),
    meter,
    limiter: parts.limiter,
    uploadRoomMs: (parts.requestTimes ?? requestTimes).roomMs,
    isEnding,
    standing({ answerHeaders: declared }, mode) {
      const source = mode === 'test' ? samples.registry : parts.registry
      const registry = 'X-Registry-Version' in declared ? source.current() : undefined
      return registry === undefined ? {} : registryHeaders(registry)
    },
  }
  await app.register(async (bare) => {
    mountRegistry(bare, options, {
      everyAnswer: answerHeaders,
      onEnd({ isBrokenOff, status, ms, ...request }) {
        if (isBrokenOff) return logBrokenOff(bare.log, request)
        logAnswer(bare.log, request, { status, ms })
        metrics?.countAnswer({ method: request.method, route: request.route, status, seconds: ms / 1000 })
      },
    })
  })
  await app.register(async (hooked) => {
    hooked.addHook('onRequest', (request, reply, done) => {
      reply.headers(answerHeaders).headers({ 'cache-control': cacheControls.never, 'x-request-id': request.id })
      done()
    })
    traceRequests(hooked)
    closeConnectionsOnEnd(hooked, isEnding)
    logRequests(hooked)
    limitRequests(hooked, parts.requestTimes)
    allowOrigins(hooked, publicUrl)
    answerUnknownRoutes(hooked, routes, sendInForm)
    if (metrics !== undefined) countAnswers(hooked, metrics)
    if (metrics !== undefined && metricsToken !== undefined) serveMetrics(hooked, metrics, metricsToken)
    serveOpenApi(hooked, { version: apiVersion, publicUrl })
    serveImages(hooked, parts)
    serveStatusLists(hooked, { ...parts, publicUrl, signer })
    serveExports(hooked, parts)
    serveShareFiles(hooked, { ...parts, publicUrl, signer })
    servePayments(hooked, { ...parts, publicUrl })
    serveUnsubscribe(hooked, { ...parts, publicUrl })
    mount(hooked, options)
    serveNpiRegistry(hooked, { registry: parts.registry, samples, checks: options.checks, meter })
    serveMcp(hooked, { version: apiVersion, publicUrl })
    serveFhir(hooked, { publicUrl, registry: parts.registry, sample: samples.registry, options })
    if (parts.pages !== undefined) {
      const { pages, history = noHistory } = parts
      const pageParts = { ...parts, publicUrl, history, sources: sourceLookUp(parts), rendered: pages.rendered }
      servePages(hooked, pages, parts.settings, providerPages(pageParts))
    }
    const { mail, isOutboxShown } = parts.settings
    if (isOutboxShown && mail.kind === 'outbox') serveOutbox(hooked, mail.dir)
  })
  return app
}

/** For what has no route: the FHIR API has a form of its own. */
function sendInForm(request: FastifyRequest, reply: FastifyReply, error: ApiError): void {
  if (isOfFhir(request)) sendFailure(reply, error)
  else sendError(reply, error)
}

function servePayments(app: FastifyInstance, parts: Parts & { publicUrl: string }): void {
  const { payments, publicUrl } = parts
  const receive = receiveEvent(parts)
  serveWebhook(app, receive)
  if (payments.kind === 'local') serveLocalCheckout(app, { payments, publicUrl, receive })
}

interface VerbParts extends Parts {
  publicUrl: string
  keys: KeyChecker
  sessions: SessionChecker
  meter: Meter
  passwords: Passwords
  signer: Signer
}

function verbsOf(parts: VerbParts): Verbs {
  const { publicUrl } = parts
  const openParts = { ...parts, opener: shareOpener(parts) }
  const verificationParts = { ...parts, show: verificationShower({ secrets: parts.secrets, publicUrl }) }
  return {
    health,
    ready: ready({ ...parts, dataDir: parts.settings.dataDir }),
    registry: registry(parts),
    serviceStatus: serviceStatus(parts),
    signup: signup(parts),
    login: login(parts),
    secondFactorLogin: secondFactorLogin(parts),
    logout: logout(parts),
    secondFactors: secondFactors(parts),
    startTotp: startTotp(parts),
    confirmTotp: confirmTotp(parts),
    startPasskey: startPasskey(parts),
    addPasskey: addPasskey(parts),
    removeFactor: removeFactor(parts),
    newRecoveryCodes: newRecoveryCodes(parts),
    listSessions: listSessions(parts),
    endSession: endOneSession(parts),
    changePassword: changePassword(parts),
    forgotPassword: forgotPassword(parts),
    resetPassword: resetPassword(parts),
    verifyEmail: verifyEmail(parts),
    resendVerification: resendVerification(parts),
    me: me(parts),
    changeMe: changeMe(parts),
    deleteMe: deleteMe(parts),
    contactSales: contactSales(parts),
    requestSupport: requestSupport(parts),
    listSupportRequests: listSupportRequests(parts),
    listBlogPosts: listPosts(parts),
    replaceKey: replaceKey(parts),
    listApiKeys: listApiKeys(parts),
    createApiKey: createApiKey(parts),
    rotateApiKey: rotateApiKey(parts),
    changeApiKey: changeApiKey(parts),
    revokeApiKey: revokeApiKey(parts),
    reportKey: reportKey(parts),
    listPlans: listPlans(parts),
    subscription: subscription(parts),
    checkout: checkout(parts),
    listInvoices: listInvoices(parts),
    usageStats: usageStats(parts),
    recentRequests: recentRequests(parts),
    usageFile: usageFile(parts),
    ...dataVerbsOf({ ...parts, history: parts.history ?? noHistory }),
    ...exportVerbsOf({ ...parts, mode: 'live' }),
    exploreSuggestions: exploreSuggestions(parts),
    exploreProviders: exploreProviders(parts),
    exploreCounts: exploreCounts(parts),
    lookUpNpi: lookUpNpi(parts),
    submitVerification: submitVerification(verificationParts),
    listVerifications: listVerificationsVerb(verificationParts),
    getVerification: getVerification(verificationParts),
    decideVerification: decideVerification(verificationParts),
    withdrawVerification: withdrawVerification(verificationParts),
    rejectVerifications: rejectVerifications(verificationParts),
    claimVerification: claimVerification(verificationParts),
    reviewVerification: reviewVerification(verificationParts),
    createShare: createShare(parts),
    listShares: listShares(parts),
    setShareEmails: setShareEmails(parts),
    listShareViews: listShareViews(parts),
    revokeShare: revokeShare(parts),
    openShare: openShare(openParts),
    importShare: importShare(openParts),
    shareManifest: shareManifest(openParts),
    jwks: jwks(parts),
    listRosters: listRosters(parts),
    createRoster: createRoster(parts),
    getRoster: getRoster(parts),
    renameRoster: renameRoster(parts),
    deleteRoster: deleteRoster(parts),
    changeMembers: changeMembers(parts),
    listMembers: listMembers(parts),
    listEvents: listEvents(parts),
    listWebhooks: listWebhooks(parts),
    createWebhook: createWebhook(parts),
    changeWebhook: changeWebhook(parts),
    rotateWebhookSecret: rotateWebhookSecret(parts),
    testWebhook: testWebhook(parts),
    enableWebhook: enableWebhook(parts),
    deleteWebhook: deleteWebhook(parts),
    listWebhookDeliveries: listWebhookDeliveries(parts),
    resendWebhookDeliveries: resendWebhookDeliveries(parts),
  }
}

/** What live and test keys both read, from data of their own. */
function dataVerbsOf(parts: {
  registry: RegistrySource
  history: RegistryHistory
  geocoder: Geocoder
  database: { db: ListSource }
}) {
  const lookUpParts = { ...parts, sources: sourceLookUp(parts) }
  return {
    searchDoctors: searchProviders('doctors', parts),
    getDoctor: getProvider('doctors', lookUpParts),
    listDoctorReviews: listReviews('doctors', parts),
    listDoctorHistory: listHistory('doctors', parts),
    searchOrganizations: searchProviders('organizations', parts),
    getOrganization: getProvider('organizations', lookUpParts),
    listOrganizationReviews: listReviews('organizations', parts),
    listOrganizationHistory: listHistory('organizations', parts),
    searchIndividuals: searchProviders('individuals', parts),
    getIndividual: getProvider('individuals', lookUpParts),
    listIndividualReviews: listReviews('individuals', parts),
    listIndividualHistory: listHistory('individuals', parts),
    searchLicenses: searchLicenses(parts),
    searchExclusions: searchExclusions(parts),
    findSpecialty: findSpecialty(parts),
    suggest: suggest(parts),
    countProviders: countProviders(parts),
    batchProviders: batchProviders(parts),
  }
}

function exportVerbsOf(parts: Parameters<typeof createExport>[0]) {
  return {
    createExport: createExport(parts),
    listExports: listExports(parts),
    getExport: getExport(parts),
    cancelExport: cancelExport(parts),
  }
}

/** All that test keys may call. Nothing here gets the registry, the lists or the verifications that are live. */
function testVerbsOf(parts: VerbParts & { samples: SampleData }): Partial<Verbs> {
  const { samples, geocoder, database, images, limiter, secrets, publicUrl } = parts
  const show = verificationShower({ secrets, publicUrl })
  const sampleParts = { samples, database, images, limiter, secrets, show }
  return {
    ...dataVerbsOf({ geocoder, registry: samples.registry, history: noHistory, database: { db: samples.lists } }),
    ...exportVerbsOf({ database, geocoder, secrets, publicUrl, registry: samples.registry, mode: 'test' }),
    submitVerification: submitSample(sampleParts),
    listVerifications: listSampleVerifications(sampleParts),
    getVerification: getSampleVerification(sampleParts),
    withdrawVerification: withdrawSample(sampleParts),
  }
}

function checksOf(keys: KeyChecker, sessions: SessionChecker): CallerChecks {
  const checks: CallerChecks = {
    key(header, networkOf) {
      const check = keys.check(header, networkOf)
      return check instanceof Promise ? check.then(callerBy) : callerBy(check)
    },
    async session(header, networkOf, isForEnrolling) {
      const check = await sessions.check(header, { networkOf })
      if (!check.ok) return fail(check.code, undefined)
      if (check.isFactorMissing && !isForEnrolling) return fail('second_factor_not_set', undefined)
      return { kind: 'session', accountId: check.accountId, sessionId: check.sessionId }
    },
    async again(caller, { headers, ip }) {
      const network = () => networkOf(ip)
      if (caller.kind === 'session') return void (await checks.session(headers.authorization, network, true))
      keys.forget(caller.accountId)
      await checks.key(keyIn(headers), network)
    },
  }
  return checks
}

function callerBy(check: KeyCheck): KeyCaller {
  if (check.ok) return { kind: 'key', accountId: check.accountId, keyId: check.keyId, account: check.account }
  if (check.code === 'key_revoked') return fail(check.code, check.details)
  return check.code === 'key_expired' ? fail(check.code, check.details) : fail(check.code, undefined)
}
