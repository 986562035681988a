import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsTable } from '#server/settings'
import { citations } from './security/page/citations.ts'
import { securityParts } from './security/page/lines.ts'
import { securityPage } from './security/page/page.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

test.each(settingsTable)('the setting $name stands in docs/operating.md with its default and meaning', (row) => {
  expect(read('docs/operating.md')).toContain(`| \`${row.name}\` | \`${row.default}\` | ${row.description} |`)
})

test.each([
  'README.md',
  'docs/operating.md',
  'docs/production.md',
  'docs/reliability.md',
  'docs/reviews.md',
  'docs/security.md',
  'docs/verifications.md',
  'docs/web.md',
  'ARCHITECTURE.md',
])('every command in %s exists', (path) => {
  const commands = [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

test.each([
  'README.md',
  'docs/operating.md',
  'docs/production.md',
  'docs/reliability.md',
  'docs/reviews.md',
  'docs/security.md',
  'docs/verifications.md',
  'ARCHITECTURE.md',
  'docs/web.md',
  'registry/README.md',
])('every file that %s links to exists', (path) => {
  const base = new URL(path, root)
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => new URL(link, base))
  for (const link of links) expect(() => readFileSync(link), link.pathname).not.toThrow(/ENOENT/)
})

test('docs/security.md is what npm run docs:security writes', () => {
  expect(read('docs/security.md')).toBe(securityPage(securityParts, citations()))
})
