/**
 * docs/security.md lists what the product promises, one line with an id each. A test that proves a line begins its
 * title with the id: `A2: …`, or `A5, T27: …`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const page = readFileSync(`${root}docs/security.md`, 'utf8')
const lines = [...page.matchAll(/^\| ([A-GT]\d+) \| (.+) \|$/gm)].map(([, id = '', text = '']) => ({ id, text }))

const tests = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => /\.test\.tsx?$|\.spec\.ts$|^test\/(support|nightly)\//.test(path) && existsSync(root + path))

const cited = new Map<string, string>()
for (const path of tests) {
  const text = readFileSync(root + path, 'utf8')
  for (const [, ids = ''] of text.matchAll(/\(\s*['"`]((?:[A-GT]\d+, )*[A-GT]\d+): /g)) {
    for (const id of ids.split(', ')) cited.set(id, path)
  }
}

test('every promise of docs/security.md has a test that cites it, or says why it has none', () => {
  expect(lines.length).toBeGreaterThan(70)
  expect(lines.filter(({ id, text }) => !cited.has(id) && !text.includes('No test:')).map(({ id }) => id)).toEqual([])
})

test('every promise that a title cites is in docs/security.md', () => {
  const known = new Set(lines.map(({ id }) => id))
  expect([...cited].filter(([id]) => !known.has(id))).toEqual([])
})

test('docs/security.md has each promise once, in order', () => {
  const byPart = new Map<string, number[]>()
  for (const { id } of lines) byPart.set(id.charAt(0), [...(byPart.get(id.charAt(0)) ?? []), Number(id.slice(1))])
  for (const numbers of byPart.values()) expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
})
