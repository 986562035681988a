/**
 * F6: a database on another machine is reached by TLS, and only where it is the one that is meant. A real PostgreSQL
 * speaks it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/database'
import {
  databaseName,
  databaseRole,
  openFolder,
  type ReachableFolder,
} from '#server/platform/postgres-embedded/cluster'
import { startEmbeddedPostgres } from '#server/platform/postgres-embedded/embedded-postgres'
import { accountFor, preparePrograms } from '#server/platform/postgres-embedded/programs'
import { freePort } from '../support/free-port.ts'

const patience = { timeout: 40_000, interval: 20 }

/** Certificates, each its own authority, and the host that each is for. */
const hosts = { own: 'localhost', stranger: 'localhost', elsewhere: 'db.example.org' }
type Certificate = keyof typeof hosts

let folder: string
let cluster: string
let reachable: ReachableFolder
let port: number
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-database-tls-'))
  for (const [name, host] of Object.entries(hosts)) {
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${host}`]
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)]
    execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'pipe' })
  }
  const home = join(folder, 'postgres')
  await (await startEmbeddedPostgres(home, { onRestart: () => {}, onLost: () => {} })).stop()
  cluster = join(home, 'cluster')
  // From the network by TLS alone.
  appendFileSync(join(cluster, 'pg_hba.conf'), `hostssl ${databaseName} ${databaseRole} 127.0.0.1/32 trust\n`)
  reachable = openFolder(cluster)
})
afterEach(async () => {
  child?.kill('SIGINT')
  if (child?.exitCode === null) await once(child, 'exit')
})
afterAll(() => {
  reachable.close()
  rmSync(folder, { recursive: true })
})

/** Runs PostgreSQL over the cluster as an operator would who offers TLS with this certificate. */
async function startPostgres(certificate: Certificate): Promise<void> {
  port = await freePort()
  const account = accountFor(cluster)
  for (const kind of ['key', 'pem']) {
    const path = join(cluster, `server.${kind}`)
    rmSync(path, { force: true })
    copyFileSync(join(folder, `${certificate}.${kind}`), path)
    // PostgreSQL takes a key only from a file of its own account.
    if (account !== undefined) chownSync(path, account.uid, account.gid)
  }
  const network = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${reachable.pathInChild}`]
  const options = [...network, 'ssl=on', 'ssl_cert_file=server.pem', 'ssl_key_file=server.key']
  const args = ['-D', reachable.pathInChild, ...options.flatMap((option) => ['-c', option])]
  const stdio = ['ignore', 'ignore', 'ignore', reachable.stdio] as const
  child = spawn(preparePrograms(account).postgres, args, { ...account, cwd: '/', stdio: [...stdio] })
  await vi.waitFor(() => encryptionWith('sslmode=no-verify'), patience)
}

/** Opens the database at this address and answers how its connection is encrypted; throws what opening throws. */
async function encryptionWith(parameters: string): Promise<string | undefined> {
  const url = `postgres://${databaseRole}@localhost:${port}/${databaseName}?${parameters}`
  const database = await openDatabase({ kind: 'postgres', url }, { onWarning: () => {}, onLost: () => {} })
  try {
    const { rows } = await sql<{ version: string }>`
      select version from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.db)
    return rows[0]?.version
  } finally {
    await database.close()
  }
}

const verified = (authority: Certificate) => `sslmode=verify-full&sslrootcert=${join(folder, `${authority}.pem`)}`

test('F6: it is used with a certificate of the authority that is named, for the host that is named', async () => {
  await startPostgres('own')
  expect(await encryptionWith(verified('own'))).toMatch(/^TLSv1\.[23]$/)
  await expect(encryptionWith('')).rejects.toThrow(/^The database cannot be reached: .*no encryption/)
})

test.each<[what: string, certificate: Certificate, parameters: () => string, reason: RegExp]>([
  ['of another authority', 'stranger', () => verified('own'), /self.signed certificate/],
  ['of an authority that nobody has named', 'own', () => 'sslmode=verify-full', /self.signed certificate/],
  ['for another host', 'elsewhere', () => verified('elsewhere'), /does not match certificate's altnames/],
])('F6: it is refused in one sentence with a certificate %s', async (_, certificate, parameters, reason) => {
  await startPostgres(certificate)
  const refusal = await encryptionWith(parameters()).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/^The database cannot be reached: .*Check DATABASE_URL\.$/),
  })
  expect(refusal).toMatchObject({ message: expect.stringMatching(reason) })
})
