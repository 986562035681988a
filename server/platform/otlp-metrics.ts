/** Prometheus's measurements as OpenTelemetry's, so that each has one home (server/http/metrics/metrics.ts). */
import type { HrTime } from '@opentelemetry/api'
import { ValueType } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

type Measurement = MetricObjectWithValues<MetricValue<string>>

export function measurementsOf(all: readonly Measurement[], startedAt: Date): MetricData[] {
  const times = { startTime: timeOf(startedAt.getTime()), endTime: timeOf(Date.now()) }
  return all.flatMap((measurement): MetricData[] => {
    const { name, help, values } = measurement
    if (values.length === 0) return []
    const shared = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const points = values.map(({ value, labels }) => ({ ...times, attributes: textsOf(labels), value }))
    // The library's type says a number; its values are words.
    switch (String(measurement.type)) {
      case 'counter':
        return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }]
      case 'gauge':
        return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points }]
      case 'histogram':
        return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(measurement, times) }]
      default:
        return []
    }
  })
}

interface Gathered {
  attributes: Record<string, string>
  bounds: { le: number; count: number }[]
  sum: number
  count: number
}

/** Prometheus counts what is at most a bound; OpenTelemetry what is between two. */
function histogramsOf({ name, values }: Measurement, times: { startTime: HrTime; endTime: HrTime }) {
  const gathered = new Map<string, Gathered>()
  for (const one of values) {
    const { le, ...labels } = one.labels
    const key = JSON.stringify(labels)
    const into = gathered.get(key) ?? { attributes: textsOf(labels), bounds: [], sum: 0, count: 0 }
    gathered.set(key, into)
    const part = 'metricName' in one ? String(one.metricName).slice(name.length) : ''
    if (part === '_sum') into.sum = one.value
    else if (part === '_count') into.count = one.value
    else if (le !== '+Inf') into.bounds.push({ le: Number(le), count: one.value })
  }
  return [...gathered.values()].map(({ attributes, bounds, sum, count }) => {
    const upTo = [...bounds.map((bound) => bound.count), count]
    return {
      ...times,
      attributes,
      value: {
        buckets: {
          boundaries: bounds.map(({ le }) => le),
          counts: upTo.map((total, index) => total - (upTo[index - 1] ?? 0)),
        },
        sum,
        count,
      },
    }
  })
}

function textsOf(labels: object): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}

function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
}
