/**
 * Starts on a PostgreSQL that takes no connections yet. It recovers for as long as the test wants: as a copy of a
 * server that sends it nothing, until it is promoted to a server itself.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { startTestProxy } from '../../../test/support/platform/test-proxy.ts'
import { databaseName, databaseRole, socketName } from '../postgres-embedded/cluster.ts'
import { startEmbeddedPostgres } from '../postgres-embedded/embedded-postgres.ts'
import { openDatabase } from './database.ts'

const quiet = {
  onRestart: (sentence: string) => expect.unreachable(sentence),
  onLost: (error: Error) => expect.unreachable(error.message),
}

let folder: string
let home: string
let cluster: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-recovering-'))
  home = join(folder, 'postgres')
  cluster = join(home, 'cluster')
  await (await startEmbeddedPostgres(home, quiet)).stop()
  appendFileSync(join(cluster, 'postgresql.conf'), 'hot_standby = off\n')
  writeFileSync(join(cluster, 'standby.signal'), '')
})
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 }))

function endRecovery(): void {
  writeFileSync(join(cluster, 'promote'), '')
  process.kill(Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10), 'SIGUSR1')
}

it('a start that waits for a server of its own that is still recovering ends when it is asked to', async () => {
  const ending = new AbortController()
  const starting = openDatabase({ kind: 'embedded', dir: home }, { onWarning() {}, onLost() {}, ending: ending.signal })
  const isRecovering = eventually(() =>
    expect(readFileSync(join(home, 'log'), 'utf8')).toContain('entering standby mode'),
  )
  await Promise.race([starting, isRecovering])
  ending.abort()
  await expect(starting).rejects.toThrow('The operation was aborted')
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
})

it('a start waits for a server that is still recovering, be it its own or one elsewhere', async ({
  onTestFinished,
}) => {
  const starting = startEmbeddedPostgres(home, quiet)
  await eventually(() => expect(readFileSync(join(home, 'log'), 'utf8')).toContain('entering standby mode'))
  onTestFinished(async () => {
    endRecovery()
    await (await starting).stop()
  })
  const network = await startTestProxy(join(cluster, socketName))
  onTestFinished(() => network.close())
  const url = `postgres://${databaseRole}@127.0.0.1:${network.port}/${databaseName}`
  const opening = openDatabase({ kind: 'postgres', url }, { onWarning() {}, onLost() {} })
  const isAskedAgain = eventually(() => expect(network.connections()).toBeGreaterThan(1))
  await Promise.race([starting, opening, isAskedAgain])
  const ending = new AbortController()
  const ended = openDatabase({ kind: 'postgres', url }, { onWarning() {}, onLost() {}, ending: ending.signal })
  ending.abort()
  await expect(ended, 'a start that is ended waits no longer').rejects.toThrow('The operation was aborted')

  endRecovery()
  const database = await opening
  onTestFinished(() => database.close())
  await starting
  expect(await database.isAlive()).toBe(true)
})
