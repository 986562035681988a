import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { statementOf } from './otlp.ts'
import { measurementsOf } from './otlp-metrics.ts'

test.each([
  ['select "id" from "accounts" where "email" = $1', 'SELECT', 'accounts'],
  ['  insert into "letters" ("id") values ($1)', 'INSERT', 'letters'],
  ['with due as (select 1 from "callbacks") delete from "callbacks"', 'WITH', 'callbacks'],
  ['begin', 'BEGIN', undefined],
  ['select extract(epoch from now()) as x, \'from "Canary"\'', 'SELECT', undefined],
  ['vacuum', 'OTHER', undefined],
])('of %j a span says what it does and to which table, and no more', (sql, operation, table) => {
  expect(statementOf(sql)).toEqual({ operation, table })
})

test('counters, gauges and histograms say the same as OpenTelemetry’s', async () => {
  const register = new Registry()
  const registers = [register]
  new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['route'], registers }).inc({ route: '/a' }, 3)
  new Gauge({ name: 'age', help: 'Age.', registers }).set(1.5)
  new Gauge({ name: 'unset', help: 'Nothing yet.', labelNames: ['x'], registers })
  const seconds = new Histogram({
    name: 'seconds',
    help: 'Time.',
    labelNames: ['route'],
    buckets: [1, 2, 5],
    registers,
  })
  for (const value of [0.5, 1, 1.5, 3, 9]) seconds.observe({ route: '/a' }, value)
  seconds.observe({ route: '/b' }, 2)
  const found = measurementsOf(await register.getMetricsAsJSON(), new Date(1_000_500))
  expect(
    found.map(({ descriptor: { name }, dataPoints }) => [name, dataPoints.map(({ attributes }) => attributes)]),
  ).toEqual([
    ['calls_total', [{ route: '/a' }]],
    ['age', [{}]],
    ['seconds', [{ route: '/a' }, { route: '/b' }]],
  ])
  const [calls, age, times] = found
  expect(calls).toMatchObject({ isMonotonic: true, dataPoints: [{ value: 3, startTime: [1000, 500_000_000] }] })
  expect(age).toMatchObject({ dataPoints: [{ value: 1.5 }] })
  expect(times?.dataPoints.map(({ value }) => value)).toEqual([
    { buckets: { boundaries: [1, 2, 5], counts: [2, 1, 1, 1] }, sum: 15, count: 5 },
    { buckets: { boundaries: [1, 2, 5], counts: [0, 1, 0, 0] }, sum: 2, count: 1 },
  ])
})

test('OpenTelemetry is loaded by the module that the setting loads, and by no other', () => {
  expect(readFileSync(new URL('telemetry.ts', import.meta.url), 'utf8').match(/.*otlp.*/g)).toEqual([
    "  const { openOtlp } = await import('./otlp.ts')",
  ])
  const root = new URL('../../', import.meta.url)
  const found = execFileSync(
    'git',
    ['grep', '--untracked', '-lE', "'(@opentelemetry/|.*/otlp\\.ts)", 'server', 'registry'],
    { cwd: root },
  )
  const allowed = ['otlp-metrics.ts', 'otlp.test.ts', 'otlp.ts', 'telemetry.ts'].map(
    (name) => `server/platform/${name}`,
  )
  expect(found.toString().trim().split('\n')).toEqual(allowed)
})
