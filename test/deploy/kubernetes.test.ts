/** deploy/kubernetes against Kubernetes's models, the settings, the routes and the scripts. No cluster is asked. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript-5'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { api } from '#contract/api'
import { loadSettings, settingsTable } from '#server/settings'
import { asDeployed } from '../../bench/processes.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('deploy/kubernetes/', root)
const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
const resourceShape = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
const resources = texts.flatMap((text) =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([])
    return resourceShape.parse(document.toJS())
  }),
)
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))).scripts

type Resource = (typeof resources)[number]

/** The pods that a resource makes. */
const podShape = z.looseObject({
  terminationGracePeriodSeconds: z.number().optional(),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.number().positive() }),
  volumes: z.array(
    z.looseObject({
      name: z.string(),
      persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
    }),
  ),
  containers: z.array(
    z.looseObject({
      command: z.array(z.string()).optional(),
      env: z.array(
        z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }),
      ),
      envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
      securityContext: z.object({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
      }),
      resources: z.looseObject({ limits: z.object({ memory: z.string() }) }),
      volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
    }),
  ),
})
const template = z.looseObject({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: podShape })
const maker = z.union([
  z.looseObject({ spec: z.looseObject({ template }) }).transform(({ spec }) => spec.template),
  z
    .looseObject({ spec: z.looseObject({ jobTemplate: z.looseObject({ spec: z.looseObject({ template }) }) }) })
    .transform(({ spec }) => spec.jobTemplate.spec.template),
])
const pods = resources
  .filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob')
  .map((resource) => ({ name: resource.metadata.name, ...maker.parse(resource) }))
const containers = pods.flatMap(({ spec }) => spec.containers)

const named = (kind: string, name = 'praxidex'): Resource =>
  resources.find((one) => one.kind === kind && one.metadata.name === name) ?? expect.unreachable(`${kind} ${name}`)

const config = z.object({ data: z.record(z.string(), z.string()) }).parse(named('ConfigMap')).data

const groups: Readonly<Record<string, () => Promise<unknown>>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
}

/** Type errors of a program that makes each resource by its model: a field of another name is one of them. */
function errorsOf(made: readonly Resource[]): string[] {
  const path = new URL('deploy-kubernetes-check.ts', root).pathname
  const lines = made.map((resource, index) => {
    const { apiVersion, kind, ...fields } = resource
    return `import { ${kind} as M${index} } from 'kubernetes-models/${apiVersion}'\nnew M${index}(${JSON.stringify(fields)})`
  })
  const options = { strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, types: [] }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.ES2022) : read(file, ...rest)
  const program = ts.createProgram([path], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('every resource is what Kubernetes knows by that kind, without a field of another name', async () => {
  expect(resources.length).toBeGreaterThan(8)
  expect(errorsOf(resources)).toEqual([])
  const [first] = resources
  expect(errorsOf(first === undefined ? [] : [{ ...first, dataa: {} }]).join()).toContain('"dataa"')
  for (const resource of resources) {
    const models: unknown = await groups[resource.apiVersion]?.()
    const Model: unknown = Reflect.get(Object(models), resource.kind)
    if (typeof Model !== 'function') return expect.unreachable(`no model of ${resource.kind}`)
    const model: unknown = Reflect.construct(Model, [resource])
    const validate: unknown = Reflect.get(Object(model), 'validate')
    if (typeof validate !== 'function') return expect.unreachable(`no check of ${resource.kind}`)
    Reflect.apply(validate, model, [])
  }
})

test('every setting exists, and together they start a server', () => {
  const known = ['NODE_ENV', ...Object.keys(asDeployed), ...settingsTable.map(({ name }) => name)]
  const given = containers.flatMap(({ env }) => env.map(({ name }) => name))
  expect([...Object.keys(config), ...given].filter((name) => !known.includes(name))).toEqual([])
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgres://praxidex_calls:secret@db.example.org/praxidex?sslmode=verify-full',
    DATABASE_OWNER_URL: 'postgres://praxidex_owner:secret@db.example.org/praxidex?sslmode=verify-full',
    LIMITER_URL: 'rediss://valkey.example.org:6379',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FILES_S3_KEY: 'AKIAEXAMPLE:secretsecret',
    MAIL_URL: 'smtps://ada:secret@mail.example.org:465',
    METRICS_TOKEN: 'a-token-of-the-operators',
    PAYMENTS_URL: 'stripe:',
    STRIPE_SECRET_KEY: 'sk_live_a1b2c3d4e5f6g7h8',
    STRIPE_WEBHOOK_SECRET: 'whsec_a1b2c3d4e5f6g7h8',
    STRIPE_PRICE_DEVELOPER: 'price_a1b2c3d4e5f6g7h8',
  }
  const server = pods.find(({ name }) => name === 'praxidex') ?? expect.unreachable('no server')
  const ofSecret = server.spec.containers.flatMap(({ env }) => env.map(({ name }) => name))
  expect(ofSecret.sort()).toEqual(Object.keys(secrets).sort())
  expect(loadSettings({ ...config, ...secrets })).toMatchObject({
    dataDir: '/data',
    files: { kind: 's3' },
    database: { kind: 'postgres' },
    adminSecondFactor: 'required',
  })
})

test('what is secret comes by reference, and no secret is made', () => {
  expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
  expect(
    Object.keys(config).filter((name) => /KEY|TOKEN|SECRET|PASSWORD|DATABASE|STRIPE|LIMITER|MAIL_URL/.test(name)),
  ).toEqual([])
  const reference = z.union([
    z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string(), optional: z.boolean().optional() }) }),
    z.object({ configMapKeyRef: z.object({ name: z.literal('praxidex'), key: z.string() }) }),
  ])
  for (const { name, value, valueFrom } of containers.flatMap(({ env }) => env)) {
    if (value !== undefined) expect([name, value]).toEqual(['DATA_DIR', config.DATA_DIR])
    else {
      const from = reference.parse(valueFrom)
      expect('secretKeyRef' in from ? from.secretKeyRef.key : from.configMapKeyRef.key).toBe(name)
      if ('configMapKeyRef' in from) expect(config).toHaveProperty(name)
    }
  }
})

test('probes ask routes that there are, and a server drains twice the interval of the readiness probe', () => {
  const probe = z.looseObject({
    httpGet: z.object({ path: z.string(), port: z.literal('http') }),
    periodSeconds: z.number(),
  })
  const [server] = pods
  const [container] = server?.spec.containers ?? []
  const probes = z
    .object({ startupProbe: probe, livenessProbe: probe, readinessProbe: probe })
    .parse(container ?? expect.unreachable('no container'))
  const paths = Object.values(probes).map(({ httpGet }) => httpGet.path)
  expect(paths).toEqual([api.health.path, api.health.path, api.ready.path])
  const drainSeconds = Number(config.DRAIN_SECONDS)
  expect(drainSeconds).toBe(2 * probes.readinessProbe.periodSeconds)
  expect(server?.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 20)
})

test('what is named is there: claims, volumes, pods of a selector, and commands', () => {
  for (const { spec, metadata } of pods) {
    const volumes = spec.volumes.map(({ name }) => name)
    for (const { persistentVolumeClaim } of spec.volumes) {
      if (persistentVolumeClaim !== undefined) named('PersistentVolumeClaim', persistentVolumeClaim.claimName)
    }
    for (const { volumeMounts, envFrom, command = [] } of spec.containers) {
      expect(volumes).toEqual(volumeMounts.map(({ name }) => name))
      for (const { configMapRef } of envFrom) named('ConfigMap', configMapRef.name)
      const names = [...command.join(' ').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
      expect(names.filter((name) => !(name in scripts))).toEqual([])
      expect(names.length > 0).toBe(metadata.labels['app.kubernetes.io/component'] === 'updates')
    }
  }
  const labels = pods.map(({ metadata }) => JSON.stringify(metadata.labels))
  const selectors = resources.flatMap(selectorsOf)
  expect(selectors.length).toBeGreaterThan(4)
  expect(selectors.filter((selector) => !labels.includes(JSON.stringify(selector)))).toEqual([])
})

/** The labels by which a resource chooses pods of ours. */
function selectorsOf(resource: unknown): unknown[] {
  if (typeof resource !== 'object' || resource === null) return []
  return Object.entries(resource).flatMap(([name, value]) => {
    if (name === 'matchLabels' && 'app.kubernetes.io/name' in Object(value)) return [value]
    if (name === 'selector' && !('matchLabels' in Object(value))) return [value]
    return name === 'namespaceSelector' ? [] : selectorsOf(value)
  })
}
