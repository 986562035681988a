import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startKeeper } from '../../test/support/platform/test-keeper.ts'
import { programOf } from '../../test/support/program.ts'
import { exclusionFile, exclusionLine, manyLines } from '../../test/support/sources/test-list.ts'
import { openDatabase } from '../platform/database/database.ts'
import { placeOfSecret } from '../platform/secrets-check.ts'
import { secretsOf } from '../platform/secrets-file.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'praxidex-sources-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 200 }))

async function sources(...args: string[]) {
  const child = spawn(process.execPath, [...programOf('server/sources/main.ts'), ...args], {
    env: { DATA_DIR: dataDir },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

test('the program loads, shows and takes back lists beside a process that runs the database', async () => {
  const home = join(dataDir, 'postgres')
  mkdirSync(home)
  const file = join(dataDir, 'UPDATED.csv')
  const moss = exclusionLine({ last: 'MOSS', first: 'ADA', npi: '1000000004' })
  writeFileSync(file, exclusionFile([moss]))
  const keeper = startKeeper(home)
  expect(await keeper.line()).toBe('up')
  const first = await sources('load', '--date', '2026-11-10', file)
  expect({ ...first, out: first.out.split('\n').at(-2) }).toEqual({
    out: 'OIG exclusion list (LEIE) of 2026-11-10 (by --date) counts now, the first one: 1 row.',
    err: '',
    code: 0,
  })
  writeFileSync(file, exclusionFile([moss, exclusionLine({ npi: '1', last: 'X' }), ...manyLines(300)]))
  const second = await sources('load', file)
  expect(second.out).toMatch(
    /instead of the one of 2026-11-10 with 1 row: 301 rows.\nRefused: 1 row.\n {2}line 3: NPI: expected ten digits\n/,
  )
  const report = /Rejected rows are listed in (.*)\n/.exec(second.out)?.[1] ?? ''
  expect(readFileSync(report, 'utf8')).toBe('{"file":"UPDATED.csv","line":3,"reason":"NPI: expected ten digits"}\n')
  expect((await sources('status')).out).toMatch(
    /^oig-leie {2}.* \(the day of loading\) {2}301 rows {2}0 days {2}current\n/,
  )
  expect((await sources('rollback', 'oig-leie')).out).toContain('of 2026-11-10 counts again with 1 row')
  const missing = await sources('load', join(dataDir, 'missing.csv'))
  expect({ ...missing, err: missing.err.includes('no such file') }).toEqual({ out: '', err: true, code: 1 })
  keeper.tell('stop')
  expect(await keeper.line()).toBe('stopped')
})

test('the first load makes the database as the first start of the server does, with the secret that it belongs to', async () => {
  expect(await sources('status')).toMatchObject({ out: '', err: expect.stringContaining('no database'), code: 1 })
  const file = join(dataDir, 'UPDATED.csv')
  writeFileSync(file, exclusionFile([exclusionLine({ last: 'MOSS', first: 'ADA', npi: '1000000004' })]))
  expect(await sources('load', file)).toMatchObject({ out: expect.stringContaining('1 row.'), err: '', code: 0 })
  expect((await sources('status')).out).toMatch(/^oig-leie /)
  const database = { kind: 'embedded', dir: join(dataDir, 'postgres') } as const
  const places = { dataDir, database, files: { kind: 'disk', dir: join(dataDir, 'files') } as const }
  const secrets = secretsOf({ ...places, secretKey: undefined, secretKeysPrevious: [] }, { makesFile: false })
  const fail = () => expect.unreachable()
  const events = { onWarning: fail, onLost: fail }
  const started = await openDatabase(database, events)
  expect(await placeOfSecret(started.db, secrets)).toBe(0)
  await started.close()
})

test('a load that is killed changes nothing, and the next one works', async () => {
  const home = join(dataDir, 'postgres')
  mkdirSync(home)
  const keeper = startKeeper(home)
  expect(await keeper.line()).toBe('up')
  const file = join(dataDir, 'UPDATED.csv')
  writeFileSync(file, exclusionFile(manyLines(100)))
  expect(await sources('load', '--date', '2026-11-10', file)).toMatchObject({ code: 0 })
  writeFileSync(file, exclusionFile(manyLines(60_000)))
  for (const ms of [0, 400]) {
    const child = spawn(process.execPath, [...programOf('server/sources/main.ts'), 'load', file], {
      env: { DATA_DIR: dataDir },
    })
    for await (const text of child.stdout) if (String(text).includes('step: loading')) break
    await pause(ms)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect((await sources('status')).out).toMatch(/^oig-leie {2}2026-11-10 /)
  }
  await expect.poll(async () => (await sources('load', file)).code).toBe(0)
  expect((await sources('status')).out).toContain('60,000 rows')
  keeper.tell('stop')
  expect(await keeper.line()).toBe('stopped')
})

test.each([
  [['load', '--date', 'yesterday', 'UPDATED.csv'], '--date: expected a day as yyyy-mm-dd; got "yesterday".'],
  [['load', '--as', 'nothing', 'UPDATED.csv'], 'Expected a list, one of '],
  [['load'], 'load: expected files; got none.'],
  [['unload'], 'Expected load, update, status, rollback or overlay; got "unload".'],
  [['rollback'], 'rollback: expected one list; got 0.'],
])('what is no command ends with exit code 1 and a sentence, before anything is opened: %s', async (args, sentence) => {
  const { out, err, code } = await sources(...args)
  expect({ out, err: err.startsWith(sentence), code }).toEqual({ out: '', err: true, code: 1 })
})
