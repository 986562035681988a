import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '../../test/support/program.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-backups-'))
})
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 }))

async function backup(dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [...programOf('server/backup/main.ts'), ...args], {
    env: { DATA_DIR: dataDir },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

test('the program backs up and restores an installation that is not running, and says what it expects', async () => {
  const [dataDir, next, kept] = ['data', 'next', 'kept'].map((name) => join(folder, name))
  expect((await backup(dataDir, 'backup', kept)).err).toMatch(/^There is no .*data\/secret\.key: put the one/)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'secret.key'), randomBytes(32).toString('base64'), { mode: 0o600 })
  expect((await backup(dataDir, 'backup', kept)).err).toMatch(/^There is no database in .* yet/)
  expect(await backup(dataDir, 'restore', kept)).toMatchObject({
    err: expect.stringContaining('is not part of a complete backup'),
    code: 1,
  })
  const made = await backup(dataDir, 'backup', kept)
  expect(made).toMatchObject({ err: '', code: 0 })
  expect(made.out).toMatch(
    /^Backed up to .*kept: \d+ rows of \d+ tables, 0 images\. The backup does not include the secret\.\n$/,
  )
  expect(await backup(next, 'restore', kept)).toMatchObject({
    err: expect.stringContaining('secret.key: put'),
    code: 1,
  })
  expect(existsSync(join(next, 'secret.key'))).toBe(false)
  mkdirSync(next, { recursive: true })
  copyFileSync(join(dataDir, 'secret.key'), join(next, 'secret.key'))
  expect(await backup(next, 'restore', kept)).toMatchObject({ err: '', code: 0 })
  for (const args of [['backup'], ['restore', 'a', 'b']]) {
    expect(await backup(dataDir, ...args)).toMatchObject({ err: expect.stringMatching(/^Usage: /), code: 1 })
  }
}, 180_000)
