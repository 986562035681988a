/**
 * Sends traces and metrics as OTLP over HTTP. Nothing waits for the collector: spans wait in a bounded queue and are
 * dropped when it is full. A `traceparent` of callers is not read, since anyone may call.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { apiVersion, productName } from '#contract/product'
import { measurementsOf } from './otlp-metrics.ts'
import type { Telemetry } from './telemetry.ts'

const exportTimeoutMs = 5_000
const metricsEveryMs = 60_000
const closeTimeoutMs = 2_000

const scope = productName.toLowerCase()

/** Seconds. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Where a span belongs: below a request or a job. A job has no span while it has found nothing to do. */
interface Place {
  context: Context | undefined
  open?: (count: number) => Span
}

export function openOtlp(endpoint: string, warn: (sentence: string) => void): Telemetry {
  const at = (signal: string) => `${endpoint.replace(/\/$/, '')}/v1/${signal}`
  const resource = resourceFromAttributes({
    'service.name': scope,
    'service.version': apiVersion,
    'service.instance.id': randomUUID(),
  })
  const note = deliveryNotes(warn)
  const spans = noting(new OTLPTraceExporter({ url: at('traces'), timeoutMillis: exportTimeoutMs }), note)
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(spans)] })
  const tracer = provider.getTracer(scope, apiVersion)
  let read: Parameters<Telemetry['watch']>[0] = async () => []
  const startedAt = new Date()
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: noting(new OTLPMetricExporter({ url: at('metrics'), timeoutMillis: exportTimeoutMs }), note),
        exportIntervalMillis: metricsEveryMs,
        exportTimeoutMillis: exportTimeoutMs,
        metricProducers: [
          {
            async collect() {
              const metrics = measurementsOf(await read().catch(() => []), startedAt)
              const scopeMetrics = [{ scope: { name: scope, version: apiVersion }, metrics }]
              return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
            },
          },
        ],
      }),
    ],
  })
  const meter = meters.getMeter(scope, apiVersion)
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: durationBounds } })
  const queries = seconds('praxidex_database_query_seconds', 'Seconds of a statement, by what it does.')
  const steps = seconds('praxidex_step_seconds', 'Seconds of a step of a request, by its name.')
  const jobs = seconds('praxidex_job_seconds', 'Seconds of a run of background work, by its name and outcome.')

  const inside = new AsyncLocalStorage<Place>()

  return {
    request({ method, route, id }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'praxidex.request.id': id }
      const parent = inside.getStore()?.context ?? ROOT_CONTEXT
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      const place = { context: trace.setSpan(ROOT_CONTEXT, span) }
      return {
        run: (work) => inside.run(place, work),
        end(status) {
          if (status !== undefined) span.setAttribute('http.response.status_code', status)
          if (status === undefined || status >= 500) markFailed(span, String(status ?? 'broken off'))
          span.end()
        },
      }
    },
    step(name) {
      const startTime = nowMs()
      const parent = inside.getStore()?.context
      const span = parent === undefined ? undefined : tracer.startSpan(name, { startTime }, parent)
      return {
        end() {
          const endTime = nowMs()
          steps.record((endTime - startTime) / 1000, { step: name })
          span?.end(endTime)
        },
      }
    },
    async job(name, work) {
      const startTime = nowMs()
      const run: { span?: Span } = {}
      const open = (count: number) => {
        const attributes = { 'praxidex.job.count': count }
        run.span ??= tracer.startSpan(`job ${name}`, { startTime, attributes }, ROOT_CONTEXT)
        place.context = trace.setSpan(ROOT_CONTEXT, run.span)
        return run.span
      }
      const place: Place = { context: undefined, open }
      let outcome = 'failed'
      try {
        const isMore = await inside.run(place, work)
        if (isMore) open(0)
        outcome = run.span === undefined ? 'idle' : 'done'
        return isMore
      } catch (error) {
        markFailed(open(0), typeOf(error))
        throw error
      } finally {
        const endTime = nowMs()
        jobs.record((endTime - startTime) / 1000, { job: name, outcome })
        run.span?.end(endTime)
      }
    },
    noteWork(count) {
      if (count > 0) inside.getStore()?.open?.(count)
    },
    query(event) {
      const { operation, table } = statementOf(event.query.sql)
      queries.record(event.queryDurationMillis / 1000, { operation })
      const parent = inside.getStore()?.context
      if (parent === undefined) return
      const endTime = nowMs()
      const span = tracer.startSpan(
        table === undefined ? operation : `${operation} ${table}`,
        {
          kind: SpanKind.CLIENT,
          startTime: endTime - event.queryDurationMillis,
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': operation,
            ...(table !== undefined && { 'db.collection.name': table }),
          },
        },
        parent,
      )
      if (event.level === 'error') markFailed(span, typeOf(event.error))
      span.end(endTime)
    },
    watch(reader) {
      read = reader
    },
    async close() {
      const ending = Promise.allSettled([provider.shutdown(), meters.shutdown()])
      await Promise.race([ending, wait(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The name of its class: messages may hold values. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

const operations = /^(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|set)\b/i

/** What a statement does, and to which table first: its own words of our making, never values. */
export function statementOf(sql: string): { operation: string; table: string | undefined } {
  const operation = operations.exec(sql.trimStart())?.[1]?.toUpperCase() ?? 'OTHER'
  return { operation, table: /\b(?:from|into|update) "([a-z_]{1,63})"/.exec(sql)?.[1] }
}

/** Says when telemetry begins to fail and when it is sent again. */
function deliveryNotes(warn: (sentence: string) => void): (isSent: boolean) => void {
  let isAway = false
  return (isSent) => {
    if (isSent === !isAway) return
    isAway = !isSent
    warn(isSent ? 'Telemetry is sent again.' : 'Telemetry cannot be sent, and is dropped until it can.')
  }
}

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void
}

function noting<Items, E extends Exporter<Items>>(exporter: E, note: (isSent: boolean) => void): E {
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      note(result.code === ExportResultCode.SUCCESS)
      done(result)
    })
  return exporter
}
