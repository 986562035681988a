/** Prometheus metrics. Labels are bounded and not personal. A database that is away leaves its values out. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RegistrySource } from '#registry/search/follow'
import { unsealedSeconds } from '../../audit/seal.ts'
import type { Images } from '../../images/images.ts'
import { countEmails } from '../../mail/queue.ts'
import type { Database } from '../../platform/database/database.ts'
import { DatabaseAwayError } from '../../platform/database/pool.ts'
import { dayMs } from '../../platform/times.ts'
import { fail } from '../verb.ts'

export interface Metrics {
  countAnswer(answer: { method: string; route: string; status: number; seconds: number }): void
  text(): Promise<string>
  /** The same, for telemetry. */
  values(): ReturnType<Registry['getMetricsAsJSON']>
  readonly contentType: string
}

export interface WatchedParts {
  database: Database
  registry: RegistrySource
  images: Pick<Images, 'damages'>
  isAuditAlarmed: () => boolean
}

/** Seconds. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function makeMetrics(parts: WatchedParts): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const answers = new Counter({
    name: 'praxidex_http_answers_total',
    help: 'Answers by route of the contract, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [register],
  })
  const durations = new Histogram({
    name: 'praxidex_http_answer_seconds',
    help: 'Seconds from a request to its whole answer, by route and method.',
    labelNames: ['route', 'method'] as const,
    buckets: durationBounds,
    registers: [register],
  })
  watchProcess(register, parts)
  watchDatabase(register, parts)
  return {
    countAnswer({ method, route, status, seconds }) {
      answers.inc({ route, method, status })
      durations.observe({ route, method }, seconds)
    },
    text: () => register.metrics(),
    values: () => register.getMetricsAsJSON(),
    contentType: register.contentType,
  }
}

function watchProcess(register: Registry, { registry, images, isAuditAlarmed }: WatchedParts): void {
  const gauge = gaugesOf(register)
  gauge(
    'praxidex_registry_loaded',
    'One for the version of the registry that serves.',
    ['version', 'sample'],
    (set) => {
      const serving = registry.current()
      if (serving !== undefined) set(1, { version: serving.version, sample: String(serving.isSample) })
    },
  )
  gauge('praxidex_registry_age_days', 'Days since the date of the newest file of the registry.', [], (set) => {
    const serving = registry.current()
    if (serving !== undefined) set((Date.now() - Date.parse(serving.sourceDate)) / dayMs)
  })
  gauge('praxidex_audit_alarm', 'One when the audit log was found to be damaged, or is not sealed.', [], (set) =>
    set(isAuditAlarmed() ? 1 : 0),
  )
  const damagedFiles = 'Times that bytes of the registry were not what was written, since the process started.'
  gauge('praxidex_registry_damaged', damagedFiles, [], (set) => set(registry.damages()))
  const damaged = 'Times that the bytes of an image were not what was stored, since the process started.'
  gauge('praxidex_images_damaged', damaged, [], (set) => set(images.damages()))
}

function watchDatabase(register: Registry, { database }: WatchedParts): void {
  const gauge = gaugesOf(register)
  gauge(
    'praxidex_database_connections',
    'Connections of this process, and calls that wait for one.',
    ['state'],
    (set) => {
      const { open, idle, waiting } = database.connections()
      set(open - idle, { state: 'busy' })
      set(idle, { state: 'idle' })
      set(waiting, { state: 'awaited' })
    },
  )
  gauge('praxidex_database_up', 'One when the database answers.', [], async (set) =>
    set((await database.isAlive()) ? 1 : 0),
  )
  gauge('praxidex_letters', 'Emails that wait to be sent, and emails that were given up.', ['state'], async (set) => {
    const emails = await countEmails(database.db).catch(ifAway)
    if (emails === undefined) return
    set(emails.waiting, { state: 'waiting' })
    set(emails.givenUp, { state: 'given up' })
  })
  const waited = 'Seconds that the oldest event of the audit log has waited for its seal.'
  gauge('praxidex_audit_unsealed_seconds', waited, [], async (set) => {
    const seconds = await unsealedSeconds({ database }).catch(ifAway)
    if (seconds !== undefined) set(seconds)
  })
}

function ifAway(error: unknown): undefined {
  if (!(error instanceof DatabaseAwayError)) throw error
}

type SetValue = (value: number, labels?: Record<string, string>) => void

/** Makes gauges whose values are read at scrape time; undefined values are left out. */
function gaugesOf(register: Registry) {
  return (name: string, help: string, labelNames: string[], collect: (set: SetValue) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      async collect() {
        this.reset()
        // A gauge without labels would show 0.
        if (labelNames.length === 0) this.remove()
        await collect((value, labels = {}) => this.set(labels, value))
      },
    })
}

export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countAnswer({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}

/** Serves metrics with the operator's token; without it there is no such route. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get('/metrics', async ({ headers, method }, reply) => {
    if (!isBearer(headers.authorization, token)) fail('no_such_route', { method, path: '/metrics' })
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}

function isBearer(header: string | undefined, token: string): boolean {
  // Equal lengths, whatever was sent.
  return timingSafeEqual(hashOf(header ?? ''), hashOf(`Bearer ${token}`))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
