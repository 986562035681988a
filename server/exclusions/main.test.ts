import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exclusionFile, exclusionLine } from '../../test/support/exclusions/test-list.ts'
import { startKeeper } from '../../test/support/platform/test-keeper.ts'
import { programOf } from '../../test/support/program.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'praxidex-exclusions-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 200 }))

async function loadList(...args: string[]) {
  const child = spawn(process.execPath, [...programOf('server/exclusions/main.ts'), ...args], {
    env: { DATA_DIR: dataDir },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

test('the program loads a list beside a process that runs the database', async () => {
  const home = join(dataDir, 'postgres')
  mkdirSync(home)
  const file = join(dataDir, 'UPDATED.csv')
  writeFileSync(file, exclusionFile([exclusionLine({ last: 'MOSS', first: 'ADA', npi: '1972902351' })]))
  const keeper = startKeeper(home)
  expect(await keeper.line()).toBe('up')
  expect(await loadList('--date', '2026-11-10', file)).toEqual({
    out: 'The list of exclusions of 2026-11-10 counts now, the first one: 1 row, 1 of them with an NPI.\n',
    err: '',
    code: 0,
  })
  const missing = await loadList(join(dataDir, 'missing.csv'))
  expect({ ...missing, err: missing.err.includes('no such file') }).toEqual({ out: '', err: true, code: 1 })
  keeper.tell('stop')
  expect(await keeper.line()).toBe('stopped')
})

test('what is no command ends with exit code 1 and a sentence, before anything is opened', async () => {
  const { out, err, code } = await loadList('--date', 'yesterday', 'UPDATED.csv')
  expect({ out, err, code }).toEqual({
    out: '',
    err: '--date: expected a day as yyyy-mm-dd; got "yesterday".\n',
    code: 1,
  })
})
