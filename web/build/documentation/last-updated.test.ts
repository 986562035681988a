import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastUpdated } from './last-updated.ts'

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' })

test('the documentation was last updated on the day of the last commit to its sources, which only git knows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-updated-'))
  const commit = (day: string, path: string) => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false']
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, day), '')
    git(folder, 'add', '.')
    const env = { ...process.env, GIT_COMMITTER_DATE: `${day}T12:00:00Z` }
    execFileSync('git', [...author, 'commit', '-m', day], { cwd: folder, stdio: 'ignore', env })
  }
  try {
    expect(lastUpdated(folder)).toBeNull()
    git(folder, 'init')
    commit('2026-03-01', 'server')
    expect(lastUpdated(folder)).toBeNull()
    commit('2026-03-02', 'contract')
    commit('2026-03-03', 'server')
    expect(lastUpdated(folder)).toBe('March 2, 2026')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
