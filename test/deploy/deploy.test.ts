/** The files in deploy/ against what they are for, as far as the programs that read them are installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { recordEvent } from '#server/audit/record'
import { sealAll } from '#server/audit/seal'
import { verifyAudit } from '#server/audit/verify'
import { inTransaction, openDatabase } from '#server/platform/database/database'
import { undividedOf } from '#server/platform/database/grants'
import { createCluster, openFolder, runAlone } from '#server/platform/postgres-embedded/cluster'
import { startEmbeddedPostgres } from '#server/platform/postgres-embedded/embedded-postgres'
import { accountFor, preparePrograms } from '#server/platform/postgres-embedded/programs'
import { openSecrets } from '#server/platform/secrets'
import { loadSettings, settingsTable } from '#server/settings'
import { asDeployed } from '../../bench/processes.ts'
import { balancerMissing, startBalancer } from '../support/balancer.ts'
import { programOf } from '../support/program.ts'

const deploy = new URL('../../deploy/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, deploy), 'utf8')
const settings: string[] = settingsTable.map(({ name }) => name)

/** Environment variables that are not ours. */
const others = ['NODE_ENV', 'POSTGRES_PASSWORD', 'DATABASE_PASSWORD', ...Object.keys(asDeployed)]

test.each(['praxidex.service', 'praxidex-update@.service', 'Dockerfile', 'compose.yaml', 'haproxy.cfg'])(
  'every setting in deploy/%s exists',
  (name) => {
    const named = [...read(name).matchAll(/\b[A-Z]+_[A-Z_]+\b/g)]
      .map(([word]) => word)
      .filter((word) => !/^(AF|CMD)_/.test(word))
    expect(named.filter((word) => !settings.includes(word) && !others.includes(word))).toEqual([])
  },
)

test.each([
  ['praxidex.service', /^ExecStart=.* (\S+) (\S+)$/m],
  ['Dockerfile', /^CMD .*"(\S+)", "(\S+)"\]$/m],
])('deploy/%s starts the server', (name, pattern) => {
  const started = pattern
    .exec(read(name))
    ?.slice(1)
    .map((path) => fileURLToPath(new URL(`../${path}`, deploy)))
  expect(started).toEqual(programOf(fileURLToPath(new URL('../server/main.ts', deploy))))
})

test.each(['praxidex.service', 'praxidex-update@.service', 'Dockerfile'])(
  'deploy/%s has the memory that the bench measures with',
  (name) => {
    for (const [variable, value] of Object.entries(asDeployed)) {
      expect(read(name)).toMatch(new RegExp(`^(ENV |Environment=).*\\b${variable}=${value}$`, 'm'))
    }
  },
)

const composeShape = z.object({
  services: z.object({
    api: z.object({ env_file: z.string(), environment: z.record(z.string(), z.string()) }),
    postgres: z.object({ volumes: z.array(z.string()), environment: z.record(z.string(), z.string()) }),
  }),
})

/**
 * The environments that Compose gives the two containers, from the file of settings that is named when it is called.
 */
function composed(file: Readonly<Record<string, string>>) {
  const text = read('compose.yaml')
  const { api, postgres } = composeShape.parse(parse(text)).services
  expect(/--env-file (\S+)/.exec(text)?.[1]).toBe(api.env_file)
  const filled = (environment: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+):\?\}/g, (_, wanted: string) => file[wanted] ?? expect.unreachable(wanted)),
      ]),
    )
  // What stands in the compose file itself counts before the file of settings.
  const ofApi: Record<string, string> = { ...file, ...filled(api.environment) }
  return { api: ofApi, postgres: filled(postgres.environment), mounted: postgres.volumes }
}

const settingsFile: Readonly<Record<string, string>> = {
  DATABASE_PASSWORD: 'aWordOfLettersAnd4Digits',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://praxidex.example.org',
  TRUSTED_PROXIES: '172.18.0.1',
  MAIL_URL: 'smtps://ada:secret@mail.example.org:465',
  MAIL_FROM: 'Praxidex <praxidex@example.org>',
  OPERATOR_EMAIL: 'operator@example.org',
  METRICS_TOKEN: 'a-token-of-the-operators',
  PAYMENTS_URL: 'stripe:',
  STRIPE_SECRET_KEY: 'sk_live_a1b2c3d4e5f6g7h8',
  STRIPE_WEBHOOK_SECRET: 'whsec_a1b2c3d4e5f6g7h8',
  STRIPE_PRICE_DEVELOPER: 'price_a1b2c3d4e5f6g7h8',
}

test('D9: every setting that docs/production.md wants reaches the container of deploy/compose.yaml', () => {
  const wanted = /^At least:[\s\S]*?\n\n/m.exec(read('../docs/production.md'))?.[0] ?? ''
  const names = [...wanted.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  const ofStripe = /Stripe's settings/.test(wanted) ? settings.filter((name) => /^(STRIPE|PAYMENTS)_/.test(name)) : []
  expect([names.length, ofStripe.length]).toEqual([7, 4])
  const { api } = composed(settingsFile)
  // In a container it is for the network of containers to listen on.
  const given: Record<string, string> = { ...settingsFile, HOST: '0.0.0.0' }
  const valuesIn = (from: Record<string, string>) => [...names, ...ofStripe].map((name) => [name, from[name] ?? 'none'])
  expect(valuesIn(api)).toEqual(valuesIn(given))
  expect(loadSettings(api)).toMatchObject({
    trustedProxies: ['172.18.0.1'],
    dataDir: '/data',
    port: 3000,
    database: { kind: 'postgres' },
  })
})

test('F6: deploy/roles.sql makes the two roles with which deploy/compose.yaml has the product open its database', async () => {
  const { api, postgres, mounted } = composed(settingsFile)
  expect(mounted).toContain('./roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro')
  const home = mkdtempSync(join(tmpdir(), 'praxidex-roles-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const cluster = join(home, 'cluster')
  const account = accountFor(cluster)
  const programs = preparePrograms(account)
  await createCluster(home, cluster, account, programs)
  const folder = openFolder(cluster)
  onTestFinished(() => folder.close())
  const alone = (lines: string[], database?: string) =>
    runAlone(`${lines.join('\n')}\n`, folder, account, programs, database)

  // As the image leaves it before it runs the file: without anything of ours, and with the password that it was given.
  await alone([
    'drop database praxidex',
    'drop role praxidex, praxidex_calls',
    `alter role postgres password ${pg.escapeLiteral(postgres.POSTGRES_PASSWORD ?? '')}`,
  ])
  await alone(statementsOf(read('roles.sql'), postgres))
  await alone([
    `do $$ begin if (select array_agg(rolname::text order by rolname) from pg_authid where rolpassword like 'SCRAM%') <> '{praxidex,praxidex_calls}' then raise exception 'other roles have passwords'; end if; end $$`,
    `do $$ begin if exists (select from pg_roles where rolname like 'praxidex%' and (rolsuper or rolcreatedb or rolcreaterole or rolbypassrls)) then raise exception 'a role of ours may too much'; end if; end $$`,
  ])

  const fail = (trouble: string | Error) => expect.unreachable(String(trouble))
  const server = await startEmbeddedPostgres(home, { onRestart: fail, onLost: fail })
  onTestFinished(() => server.stop())
  // The same but for the way there.
  const here = (url = '') => `${url.replace('@postgres/', '@/')}?host=${encodeURIComponent(server.connection.host)}`
  const database = await openDatabase(
    { kind: 'postgres', url: here(api.DATABASE_URL), ownerUrl: here(api.DATABASE_OWNER_URL) },
    { onWarning: fail, onLost: fail },
  )
  onTestFinished(() => database.close())
  expect(await undividedOf(database.db)).toBeUndefined()
  const parts = { database, secrets: openSecrets(Buffer.alloc(32, 7)) }
  await inTransaction(database, (trx) => recordEvent(trx, { actor: 'ada', action: 'key.replaced', subject: 'ada' }))
  await sealAll(parts, () => {})
  expect(await verifyAudit(parts)).toMatchObject({ kind: 'intact', sealed: 1 })
  for (const statement of [
    'delete from audit_events',
    'create table mine (id text)',
    'create temporary table mine (id text)',
  ]) {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/permission denied/)
  }
})

/** What psql makes of a file: its statements, with the variable that it takes from the environment. */
function statementsOf(script: string, environment: Readonly<Record<string, string>>): string[] {
  const [, variable = '', from = ''] = /^\\getenv (\w+) (\w+)$/m.exec(script) ?? []
  return script
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.replace(`:'${variable}'`, pg.escapeLiteral(environment[from] ?? '')))
}

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

test('the daily updates are run as the service is, by the programs of npm run', () => {
  const [server, update] = ['praxidex.service', 'praxidex-update@.service'].map((name) => read(name))
  const lines = (text = '') =>
    text
      .split('\n')
      .filter((line) =>
        /^(User|WorkingDirectory|State\w+|Environment\w*|Protect\w+|Private\w+|Restrict\w+|No\w+|Capa\w+)=/.test(line),
      )
  expect(lines(update)).toEqual(lines(server).filter((line) => line !== ''))
  const scripts = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('../package.json'))).scripts
  const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.+)' %i$/m.exec(update ?? '') ?? []
  const runs = (instance: string) =>
    spawnSync('/bin/sh', ['-c', script.replaceAll('$$', '$').replace('exec /usr/bin/node', 'echo node'), instance], {
      encoding: 'utf8',
    })
  expect(scripts['registry:update']).toContain(
    runs('registry')
      .stdout.trim()
      .replace(/^node /, ''),
  )
  expect(`${scripts.sources} update`).toBe(runs('sources').stdout.trim())
  expect(runs('other')).toMatchObject({ status: 64, stdout: '' })
})

test.skipIf(!hasAnalyze)('systemd accepts the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'praxidex.service')
  // Programs and accounts that this machine may not have.
  const here = read('praxidex.service')
    .replace('/usr/bin/node', process.execPath)
    .replace(/^User=.*\n/m, '')
  writeFileSync(path, here)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  expect({ status, lines: stderr.split('\n').filter((line) => line.includes(path)) }).toEqual({ status: 0, lines: [] })
})

test.skipIf(balancerMissing() !== undefined)('haproxy accepts its configuration', () => {
  const path = new URL('haproxy.cfg', deploy).pathname
  expect(spawnSync('/usr/sbin/haproxy', ['-c', '-f', path]).status).toBe(0)
})

/** The version of TLS that a client of one version agrees on with the server, or the server's word against it. */
function agreedWith(port: number, version: SecureVersion): Promise<string | null> {
  // By itself, OpenSSL would not even offer the old ones.
  const options = {
    minVersion: version,
    maxVersion: version,
    ciphers: 'DEFAULT:@SECLEVEL=0',
    rejectUnauthorized: false,
  }
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, ...options })
    socket.once('secureConnect', () => resolve(socket.getProtocol()))
    socket.once('error', ({ message }) => resolve(/alert protocol version/.exec(message)?.[0] ?? message))
    socket.once('close', () => socket.destroy())
  })
}

test.skipIf(balancerMissing() !== undefined)(
  'F6: deploy/haproxy.cfg, given a certificate, speaks TLS 1.2 and 1.3 and nothing older',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'praxidex-edge-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [key, certificate, both] = ['key.pem', 'certificate.pem', 'site.pem'].map((name) => join(folder, name))
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
    execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    const balancer = await startBalancer(['http://127.0.0.1:1'], both)
    onTestFinished(() => balancer.close())
    await balancer.sees(0, 'DOWN')
    const port = Number(new URL(balancer.origin).port)
    const agreed = await Promise.all(
      (['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map((version) => agreedWith(port, version)),
    )
    expect(agreed).toEqual(['alert protocol version', 'alert protocol version', 'TLSv1.2', 'TLSv1.3'])
    expect(read('haproxy.cfg')).toMatch(
      /^global$[\s\S]*^ {2}ssl-default-bind-options ssl-min-ver TLSv1\.2$[\s\S]*^defaults$/m,
    )
  },
)
