import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { programOf } from '../../test/support/program.ts'

const root = mkdtempSync(join(tmpdir(), 'sample-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const runIn = (cwd: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...programOf('registry/sample/main.ts'), ...args], { cwd })
const run = (...args: string[]) => runIn(process.cwd(), ...args)

describe('npm run registry:sample', () => {
  it('writes the six files and says where they are', async () => {
    const dir = join(root, 'written')
    const { stdout } = await run('--providers', '20', '--to', dir)
    expect(stdout).toMatch(/^Wrote 20 fictional providers in [\d.]+ s:\n/)
    for (const name of readdirSync(dir)) expect(stdout).toContain(join(dir, name))
    expect(readdirSync(dir)).toHaveLength(6)
  })

  it('writes into data/sample when nothing else is said', async () => {
    const dir = join(root, 'here')
    mkdirSync(dir)
    const { stdout } = await runIn(dir, '--providers', '30')
    expect(stdout).toMatch(/^Wrote 30 fictional providers in [\d.]+ s:\n/)
    expect(readdirSync(join(dir, 'data', 'sample'))).toHaveLength(6)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends at %s with code 130 and leaves nothing', async (signal) => {
    const dir = join(root, `stopped-${signal}`)
    const args = [...programOf('registry/sample/main.ts'), '--providers', '20000000', '--to', dir]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    child.stderr.on('data', (text) => said.push(String(text)))
    await vi.waitFor(() => expect(readdirSync(dir)).toHaveLength(6), { timeout: 20_000 })
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([130, null])
    expect(said.join('')).toBe('Interrupted. Unfinished files were removed.\n')
    expect(readdirSync(dir)).toEqual([])
  })

  it.each([
    [[], /^usage: npm run registry:sample -- --providers N \[--seed S\] \[--to DIR\]\n$/],
    [['--providers', '0', '--to', 'X'], /^providers: expected a whole number from 1 to 20000000; got 0\n$/],
    [['--providers', 'many', '--to', 'X'], /^providers: expected a whole number .* got many\n$/],
    [['--providers', '20', '--seed', '1e3', '--to', 'X'], /^seed: expected a whole number .* got 1e3\n$/],
    [['--color', 'red'], /^Unknown option '--color'/],
  ])('refuses %j with a sentence and a code that is not 0', async (args, sentence) => {
    const dir = join(root, 'refused')
    const failed = run(...args.map((arg) => (arg === 'X' ? dir : arg)))
    await expect(failed).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(existsSync(dir)).toBe(false)
  })
})
