/** The files in deploy/ against what they are for, as far as the programs that read them are installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { settingsTable } from '#server/settings'
import { balancerMissing, startBalancer } from '../support/balancer.ts'
import { programOf } from '../support/program.ts'

const deploy = new URL('../../deploy/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, deploy), 'utf8')
const settings: string[] = settingsTable.map(({ name }) => name)

/** Environment variables that are not ours. */
const others = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'DATABASE_PASSWORD']

test.each(['praxidex.service', 'Dockerfile', 'compose.yaml', 'haproxy.cfg'])(
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

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

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
