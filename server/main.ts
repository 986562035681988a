/**
 * The process: starts the parts, says what it does, stops them in order. With nothing but Node it makes all it needs on
 * first start, and checks early what could stand in its way. A mistake of the operator's is one sentence and exit code
 * 1.
 */
import { join } from 'node:path'
import type { KeyMode } from '#contract/key-modes'
import { productName } from '#contract/product'
import { followRegistry, type RegistrySource } from '#registry/search/follow'
import { openHistory } from '#registry/search/history'
import { SearchThreads, threadsFor } from '#registry/search/threads/search-threads'
import { startResetEmails } from './accounts/reset-emails.ts'
import { createApp } from './app.ts'
import { keepRecordingRefusals } from './audit/count-refusal.ts'
import { keepSealing } from './audit/seal.ts'
import { keepSendingCustomerChanges } from './billing/customer-changes.ts'
import { keepReconciling } from './billing/reconcile.ts'
import { openBlog } from './blog/blog.ts'
import { openDocumentReader } from './documents/read-document.ts'
import { keepExporting } from './exports/run-exports.ts'
import { finish } from './http/drain.ts'
import { ensurePages, type Pages, readPages } from './http/pages/read-pages.ts'
import { openDecoderPool } from './images/decoder/decoder-pool.ts'
import { type Images, keepUp, openImages } from './images/images.ts'
import { keepRetention } from './jobs/keep-retention.ts'
import { type Lifecycle, runProcess } from './lifecycle.ts'
import { startDelivery } from './mail/delivery.ts'
import { isLoopback, listenError, requireFreePort } from './platform/addresses.ts'
import { checkDatabase } from './platform/database/check-database.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { reasonOf } from './platform/error-code.ts'
import { type Files, openFiles } from './platform/files/files.ts'
import { requireFolder } from './platform/folders.ts'
import { setGcFlags } from './platform/gc-flags.ts'
import { openGeocoder } from './platform/geocoder/geocoder.ts'
import { openLimiter } from './platform/limiter/limiter.ts'
import { openLogStream } from './platform/log.ts'
import { openMail } from './platform/mail/mail.ts'
import { type AnyPayments, openPayments } from './platform/payments/payments.ts'
import { keepPublicUrl } from './platform/public-url.ts'
import { openRegistryStore } from './platform/registry-store/registry-store.ts'
import type { Secrets } from './platform/secrets.ts'
import { secretsOf } from './platform/secrets-file.ts'
import { startTelemetry, telemetry } from './platform/telemetry.ts'
import { ensureRegistry, ensureSample, fetchRegistry } from './providers/first-registry.ts'
import { loadSettings, type Settings } from './settings.ts'
import { isOverlayOld, overlayFile, updateOverlay } from './sources/list-overlay.ts'
import { ensureSampleLists } from './sources/sample-lists.ts'
import { keepChecking } from './status/checks.ts'
import { keepDecidingSamples } from './verifications/decide-samples.ts'
import { watchExpiry } from './verifications/expiry.ts'
import { keepReading } from './verifications/read-documents.ts'
import { keepRechecking } from './verifications/recheck.ts'
import { verificationShower } from './verifications/shown-verification.ts'
import { keepHoldingToPlans } from './watch/hold-to-plan.ts'
import { keepWatching } from './watch/keep-watching.ts'
import { startDeliveries } from './webhooks/deliver.ts'
import { keepSendingDigests } from './webhooks/digest.ts'
import { keepFanningOut } from './webhooks/fan-out.ts'

const registryIntervalMs = 1_000

/** Where a process that listens on all addresses reaches itself. */
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const warn = (sentence: string) => process.stderr.write(`${sentence}\n`)

/** In the process's own log the anchor is safe from changes to the database. */
const sayAnchor = (anchor: string) => say(`The audit log's anchor of today is ${anchor}.`)

setGcFlags()
runProcess(async (lifecycle) => {
  const settings = loadSettings()
  if (settings.isStartedByNpm) lifecycle.endWithNpm()
  await requireFreePort(settings)
  requireFolder(settings.dataDir, 'The data folder')
  const secrets = secretsOf(settings, { makesFile: true })
  if (settings.collector !== undefined) await startTelemetry(settings.collector, warn)
  const starting = [
    startDatabase(settings, secrets, lifecycle),
    startRegistry(settings, lifecycle),
    ensurePages(lifecycle.ending).then((dir) => readPages(dir, settings.publicUrl, settings.blogFeed !== undefined)),
  ] as const
  // When one fails the other is stopped, and awaited before the process ends.
  for (const part of starting) part.catch(lifecycle.fail)
  await Promise.allSettled(starting)
  const [database, registry, pages] = await Promise.all(starting)
  lifecycle.ending.throwIfAborted()
  await serve(settings, { ...database, registry, pages, secrets }, lifecycle)
})

async function startDatabase(settings: Settings, secrets: Secrets, lifecycle: Lifecycle) {
  const database = lifecycle.own(
    await openDatabase(settings.database, { onWarning: warn, onLost: lifecycle.fail, ending: lifecycle.ending }),
  )
  for (const sentence of await checkDatabase({ database, secrets, settings }, lifecycle.ending)) warn(sentence)
  await keepPublicUrl(database, settings.publicUrl)
  const sealing = lifecycle.own(keepSealing({ database, secrets }, { onAlarm: warn, onAnchor: sayAnchor }))
  lifecycle.own(keepRecordingRefusals({ database, warn }))
  lifecycle.own(keepRetention({ database, secrets }, warn))
  return { database, isAuditAlarmed: sealing.isAlarmed }
}

async function startRegistry(settings: Settings, lifecycle: Lifecycle): Promise<RegistrySource> {
  await ensureRegistry(settings, lifecycle.ending)
  const threads = startSearchThreads(lifecycle)
  const registry = lifecycle.own(
    await followRegistry(settings.registryDir, {
      intervalMs: registryIntervalMs,
      onSwitch: (version) => say(`Serving version ${version} of the registry.`),
      onError: (error) => warn(`The registry: ${error.message}`),
      threads,
      overlayFile: overlayFile(settings.dataDir),
    }),
  )
  const { registryFrom: from, registryDir } = settings
  if (from !== undefined) {
    const store = lifecycle.own(openRegistryStore(from))
    lifecycle.own(fetchRegistry({ store, registryDir, registry, say, warn }))
  }
  return registry
}

/** For test keys, beside a real registry: opened at their first call, in this process's own memory. */
function sampleFollower({ dataDir }: Settings, lifecycle: Lifecycle): () => Promise<RegistrySource> {
  const registryDir = join(dataDir, 'sample-registry')
  const follow = async () => {
    await ensureSample(registryDir, lifecycle.ending)
    const onError = (error: Error) => warn(`The sample registry: ${error.message}`)
    const options = { intervalMs: registryIntervalMs, onSwitch: () => {}, onError }
    return lifecycle.own(await followRegistry(registryDir, options))
  }
  let following: Promise<RegistrySource> | undefined
  return () => {
    following ??= follow().catch((error) => {
      following = undefined
      throw error
    })
    return following
  }
}

/** Undefined on a machine with one processor. */
function startSearchThreads(lifecycle: Lifecycle): SearchThreads | undefined {
  const count = threadsFor()
  if (count === 0) return undefined
  const threads = lifecycle.own(new SearchThreads(count, (error) => warn(`The registry: ${error.message}.`)))
  return threads
}

async function serve(
  settings: Settings,
  parts: {
    database: Database
    isAuditAlarmed: () => boolean
    registry: RegistrySource
    pages: Pages
    secrets: Secrets
  },
  lifecycle: Lifecycle,
): Promise<void> {
  const { host, port } = settings
  await startSampleLists(parts)
  const overlaying = bringOverlay(parts, settings, lifecycle.ending)
  lifecycle.own({ close: () => overlaying })
  const geocoder = lifecycle.own(openGeocoder(settings.geocoder, { warn }))
  const limiter = lifecycle.own(openLimiter(settings.limiterUrl, { warn }))
  const files = lifecycle.own(openFiles(settings.files))
  const images = startImages({ ...parts, files }, lifecycle)
  const payments = await startPayments(settings, parts, lifecycle)
  startMail(settings, parts, lifecycle)
  startWebhooks(settings, parts, lifecycle)
  startVerifications(settings, { ...parts, images }, lifecycle)
  const history = openHistory(settings.registryDir, (sentence) => warn(`${sentence}.`))
  lifecycle.own(keepWatching({ ...parts, history, warn }))
  lifecycle.own(keepHoldingToPlans(parts.database, warn))
  const blog = openBlog(settings.blogFeed, { warn })
  const logStream = openLogStream()
  const isEnding = () => lifecycle.ending.aborted
  const followSample = sampleFollower(settings, lifecycle)
  startExports({ ...parts, files, followSample }, settings, lifecycle)
  const opened = { geocoder, limiter, images, files, payments, blog, followSample, history }
  const app = await createApp({ ...parts, ...opened, settings, logStream, isEnding })
  // Measured before the database closes.
  const traced = telemetry()
  if (traced !== undefined) lifecycle.own(traced)
  lifecycle.onEnd(() => finish(app))
  lifecycle.drainFor(settings.drainSeconds * 1000)
  // Fastify would log where it listens; the line below says it for people.
  app.log.level = 'warn'
  await app.listen({ host, port }).catch((error) => {
    throw listenError(error, { host, port })
  })
  app.log.level = settings.logLevel
  lifecycle.own(keepChecking({ ...parts, origin: originAt(reachable[host] ?? host, port), warn }))
  const seconds = (performance.now() / 1000).toFixed(1)
  say(`${productName} listens on ${originAt(host, port)} (started in ${seconds} s).`)
  if (settings.mail.kind === 'outbox' && !isLoopback(host)) {
    warn(
      'HOST is reachable from other machines, but MAIL_URL names no mail server: emails go nowhere, so no address can be verified.',
    )
  }
  if (settings.isOutboxShown) say(`Emails are not sent. Read them at ${settings.publicUrl}/dev/outbox.`)
  if (payments.kind === 'local') say('Payments are simulated: anyone can get the Developer plan for free.')
  const registry = parts.registry.current()
  if (registry === undefined && settings.registryFrom !== undefined) {
    say('No provider data yet: the registry is being downloaded.')
  } else if (registry === undefined) {
    warn(
      'No provider data: build the registry again, or go back to the previous version with npm run registry:rollback.',
    )
  } else if (registry.isSample) {
    say('Serving sample data: the providers are fictional. To serve real ones, load the file that CMS publishes:')
    say('  npm run registry:build -- FILE, FOLDER or ZIP …')
  }
}

function originAt(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Without them everything else works. */
async function startSampleLists({ database, registry }: { database: Database; registry: RegistrySource }) {
  const current = registry.current()
  if (current === undefined) return
  try {
    await ensureSampleLists(database, current)
  } catch (error) {
    warn(`The sample lists could not be made: ${reasonOf(error)}.`)
  }
}

/** Of a sample, beside serving: it takes seconds. A whole country takes minutes, which are the operator's to choose. */
async function bringOverlay(
  { database, registry }: { database: Database; registry: RegistrySource },
  { dataDir }: Settings,
  ending: AbortSignal,
): Promise<void> {
  const current = registry.current()
  if (current === undefined) return
  const openRegistry = async () => (ending.aborted ? undefined : current)
  try {
    if (!(await isOverlayOld({ database, dataDir }, current))) return
    if (current.isSample) await updateOverlay({ database, dataDir, openRegistry })
    else warn('Searches filter by older lists than those that are loaded: run npm run sources -- overlay.')
  } catch (error) {
    warn(`The filters of searches by lists could not be made: ${reasonOf(error)}.`)
  }
}

function startExports(
  parts: { database: Database; registry: RegistrySource; files: Files; followSample: () => Promise<RegistrySource> },
  { files: store }: Settings,
  lifecycle: Lifecycle,
): void {
  const { registry, followSample } = parts
  const registryOf = async (mode: KeyMode) =>
    mode === 'live' || registry.current()?.isSample ? registry : followSample()
  lifecycle.own(keepExporting({ ...parts, store, registryOf, warn }))
}

function startImages(
  { database, secrets, files }: { database: Database; secrets: Secrets; files: Files },
  lifecycle: Lifecycle,
): Images {
  const decoder = lifecycle.own(openDecoderPool())
  const images = openImages({ database, files, secrets, decoder, onDamage: warn })
  lifecycle.own(keepUp(images, warn))
  return images
}

/** Emails in hand are finished after the last request, and before the database closes. */
function startMail(settings: Settings, parts: { database: Database; secrets: Secrets }, lifecycle: Lifecycle): void {
  const mail = lifecycle.own(openMail(settings))
  lifecycle.own(startDelivery({ ...parts, mail, warn }))
  lifecycle.own(startResetEmails({ ...parts, settings, warn }))
}

function startWebhooks({ publicUrl }: Settings, parts: { database: Database; secrets: Secrets }, lifecycle: Lifecycle) {
  lifecycle.own(keepFanningOut(parts.database, warn))
  lifecycle.own(startDeliveries({ ...parts, publicUrl, warn }))
  lifecycle.own(keepSendingDigests({ ...parts, publicUrl, warn }))
}

async function startPayments(
  settings: Settings,
  parts: { database: Database; secrets: Secrets },
  lifecycle: Lifecycle,
): Promise<AnyPayments> {
  const { publicUrl } = settings
  const payments = await openPayments(settings.payments, { ...parts, publicUrl })
  lifecycle.own(keepReconciling({ database: parts.database, payments, publicUrl }, warn))
  lifecycle.own(keepSendingCustomerChanges({ database: parts.database, payments, publicUrl }, warn))
  return payments
}

function startVerifications(
  { publicUrl }: Settings,
  {
    database,
    secrets,
    registry,
    images,
  }: { database: Database; secrets: Secrets; registry: RegistrySource; images: Images },
  lifecycle: Lifecycle,
): void {
  lifecycle.own(keepDecidingSamples({ database, show: verificationShower({ secrets, publicUrl }), warn }))
  lifecycle.own(watchExpiry({ database, publicUrl, warn }))
  lifecycle.own(keepRechecking({ database, registry, publicUrl, warn }))
  const reader = openDocumentReader()
  lifecycle.own(keepReading({ database, registry, images, reader, warn }))
  // First of the two, so that no call waits for a document being read.
  lifecycle.own(reader)
}
