/** deploy/grafana against what GET /metrics prints: a name or label that is not there is a panel without a line. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { eventually } from '../support/eventually.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const read = (name: string) => readFileSync(new URL(`../../deploy/grafana/${name}`, import.meta.url), 'utf8')

const dashboard = z
  .looseObject({
    templating: z.object({ list: z.tuple([z.looseObject({ name: z.literal('datasource') })]) }),
    panels: z.array(
      z.looseObject({
        id: z.number(),
        title: z.string(),
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('$' + '{datasource}') }),
        targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
      }),
    ),
  })
  .parse(JSON.parse(read('dashboard.json')))

const rules = z
  .object({
    groups: z.tuple([
      z.object({
        name: z.literal('praxidex'),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Praxidex[A-Z]\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+m$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string().regex(/\.$/) }),
          }),
        ),
      }),
    ]),
  })
  .parse(parse(read('alerts.yaml'))).groups[0].rules

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
]

const token = 'a-token-of-the-operators'
let server: TestServer
/** The names of labels of each measurement, by its name; and all lines. */
const labelsOf = new Map<string, Set<string>>()
let lines: string[]

beforeAll(async () => {
  server = await startTestServer(undefined, { metricsToken: token })
  await server.get('/api/doctors?name=smith')
  // An answer is counted once it is out.
  await eventually(async () => {
    const answer = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(answer.body).toContain('route="/api/doctors"')
  })
  for (const line of lines) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const known = labelsOf.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    labelsOf.set(name, known)
  }
})
afterAll(() => server.close())

/** What Prometheus itself adds. */
const ofScrape = ['job', 'instance']

test.each(expressions)('%s measures what there is: %s', (_, expr) => {
  const names = [...expr.matchAll(/\b((?:praxidex|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
  expect(names.length > 0 || expr.startsWith('up{')).toBe(true)
  for (const [, name = '', selector = ''] of names) {
    const known = labelsOf.get(name) ?? expect.unreachable(`no measurement ${name}`)
    const asked = [...selector.matchAll(/(\w+)(?:=~|!=|!~|=)/g)].map(([, label = '']) => label)
    const grouped = [...expr.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '))
    expect([...asked, ...grouped].filter((label) => ![...known, ...ofScrape].includes(label))).toEqual([])
    for (const [, label, value] of selector.matchAll(/(state)="([^"]*)"/g)) {
      expect(lines.some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="${value}"`))).toBe(true)
    }
  }
})

test('the pattern of routes of searches meets those that are counted', () => {
  const [pattern = ''] =
    /(?<=route=~")[^"]+/.exec(rules.find(({ alert }) => alert === 'PraxidexSlowSearches')?.expr ?? '') ?? []
  const routes = lines.flatMap((line) => /route="([^"]+)"/.exec(line)?.[1] ?? [])
  expect(routes.filter((route) => new RegExp(`^(?:${pattern})$`).test(route))).toContain('/api/doctors')
})

test('panels have names and places of their own, and alerts names', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const [index, { gridPos: a }] of panels.entries()) {
    expect(a.x + a.w).toBeLessThanOrEqual(24)
    for (const { gridPos: b } of panels.slice(index + 1)) {
      expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false)
    }
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('docs/operating.md says of each alert’s measurement when to look', () => {
  const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  for (const { alert, expr } of rules) {
    for (const [name] of expr.matchAll(/\b(?:praxidex|nodejs|process)_\w+/g)) {
      expect(`${alert}: ${operating}`).toContain(`\`${name.replace(/_bucket$/, '')}\``)
    }
  }
})
