/** The files in deploy/ against what they are for, as far as the programs that read them are installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingsTable } from '#server/settings'
import { balancerMissing } from '../support/balancer.ts'

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
  ['praxidex.service', /^ExecStart=.* (server\/start\.mjs)$/m],
  ['Dockerfile', /^CMD .*"(server\/start\.mjs)"\]$/m],
])('deploy/%s starts the server', (name, pattern) => {
  const [, program = ''] = pattern.exec(read(name)) ?? []
  expect(readFileSync(new URL(`../${program}`, deploy), 'utf8')).toContain('liveProcess')
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
