import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordinaryAccount } from '../../../test/support/platform/test-child.ts'
import { startKeeper } from '../../../test/support/platform/test-keeper.ts'

const isRoot = process.getuid?.() === 0

describe.runIf(isRoot)('the embedded database of an ordinary account', () => {
  let open: string

  beforeAll(() => {
    open = fs.mkdtempSync(join(tmpdir(), 'praxidex-open-'))
    fs.chmodSync(open, 0o777)
  })
  afterAll(() => fs.rmSync(open, { recursive: true }))

  it('runs as that account', async (test) => {
    test.skip(!canReadSource(), 'the checkout is closed to other accounts')
    const home = join(open, 'mine')
    const keeper = startKeeper(home, ordinaryAccount)
    expect(await keeper.line()).toBe('up')
    expect(fs.statSync(join(home, 'cluster')).uid).toBe(ordinaryAccount.uid)
    keeper.tell('stop')
    expect(await keeper.line()).toBe('stopped')
  })

  it('refuses a folder it may not read, in one sentence', async (test) => {
    test.skip(!canReadSource(), 'the checkout is closed to other accounts')
    const home = join(open, 'closed')
    fs.mkdirSync(home, { mode: 0o700 })
    expect(await startKeeper(home, ordinaryAccount).line()).toMatch(
      /^The database folder .*closed cannot be used: expected a folder that this account may read and write; got EACCES/,
    )
  })
})

function canReadSource(): boolean {
  try {
    execFileSync('/bin/cat', [new URL('./embedded-postgres.ts', import.meta.url).pathname], {
      ...ordinaryAccount,
      stdio: 'pipe',
    })
    return true
  } catch {
    return false
  }
}
