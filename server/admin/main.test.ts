import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startKeeper } from '../../test/support/platform/test-keeper.ts'
import { programOf } from '../../test/support/program.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'praxidex-admin-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 200 }))

async function admin(...args: string[]) {
  const child = spawn(process.execPath, [...programOf('server/admin/main.ts'), ...args], {
    env: { DATA_DIR: dataDir },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

test('the program works beside a process that runs the database, and without one', async () => {
  const home = join(dataDir, 'postgres')
  writeFileSync(join(dataDir, 'secret.key'), randomBytes(32).toString('base64'), { mode: 0o600 })
  mkdirSync(home)
  const keeper = startKeeper(home)
  expect(await keeper.line()).toBe('up')
  expect(await admin('users')).toEqual({ out: '0 accounts.\n', err: '', code: 0 })
  // Several at once, none of which may stop what another one uses.
  const together = await Promise.all([admin('audit', 'list'), admin('audit', 'verify'), admin('users')])
  for (const { code, err } of together) expect({ code, err }).toEqual({ code: 0, err: '' })
  keeper.tell('stop')
  expect(await keeper.line()).toBe('stopped')
  expect(await admin('users')).toEqual({ out: '0 accounts.\n', err: '', code: 0 })
})

test('the program makes no database of its own where there is none', async () => {
  expect(await admin('users')).toEqual({
    out: '',
    err: `There is no database in ${join(dataDir, 'postgres')} yet: start the server once, or set DATA_DIR as it is for the server.\n`,
    code: 1,
  })
})

test('what is no command ends with exit code 1, before anything is opened', async () => {
  const { out, err, code } = await admin('grant')
  expect({ out, code }).toEqual({ out: '', code: 1 })
  expect(err).toBe('grant: expected an email address behind it; got nothing.\n')
})
