/**
 * Traces and metrics for a collector (OpenTelemetry). Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of it is loaded, and
 * each place that reports asks one variable. What is reported is bounded and names no person: routes, never paths;
 * tables and jobs, never values.
 */
import type { LogEvent } from 'kysely'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

export interface Telemetry {
  /** A request that begins; what `run` calls is below it. */
  request(about: { method: string; route: string; id: string }): RequestTrace
  /** A step of a request that is none of the database. */
  step(name: string): { end(): void }
  /** One run of repeated work, whose answer says whether it did anything. Runs that had nothing to do are no spans. */
  job(name: string, work: () => Promise<boolean>): Promise<boolean>
  /** The present run of a job has found this much to do. */
  noteWork(count: number): void
  /** A statement that has ended. */
  query(event: LogEvent): void
  /** Measurements that are sent beside its own. */
  watch(read: () => Promise<MetricObjectWithValues<MetricValue<string>>[]>): void
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>
}

export interface RequestTrace {
  run(work: () => void): void
  /** Undefined for a request that was broken off. */
  end(status: number | undefined): void
}

let current: Telemetry | undefined

export function telemetry(): Telemetry | undefined {
  return current
}

/** `endpoint` is the collector's, to which /v1/traces and /v1/metrics are added. */
export async function startTelemetry(endpoint: string, warn: (sentence: string) => void): Promise<Telemetry> {
  const { openOtlp } = await import('./otlp.ts')
  current = openOtlp(endpoint, warn)
  return current
}
