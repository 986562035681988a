import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsTable } from '#server/settings'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** `npx vitest run test/docs.test.ts -u` writes the table again. */
test('docs/operating.md has the table of server/settings.ts', async () => {
  const rows = settingsTable.map((row) => `| \`${row.name}\` | \`${row.default}\` | ${row.description} |\n`)
  const page = read('docs/operating.md').replace(
    /(\| setting \| default \| what it does \|\n\|---\|---\|---\|\n)(\| `[A-Z_\d]+` .*\n)*/,
    (_, head: string) => head + rows.join(''),
  )
  expect(page).toContain(rows.join(''))
  await expect(page).toMatchFileSnapshot(fileURLToPath(new URL('docs/operating.md', root)))
})

test.each(pages)('every command in %s exists', (path) => {
  const commands = [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

test.each(pages)('every file that %s links to exists', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:|\/)([^)#]+)/g)].map(
    ([, link]) => new URL(link, new URL(path, root)),
  )
  expect(links.filter((link) => !existsSync(link)).map(({ pathname }) => pathname)).toEqual([])
})

/** Folders of the operator's data directory, which bear the name of one of ours. */
const inDataDir = /^registry\/(versions|history|downloads|additions|reports|current\.json|build\.lock)/

test.each(pages)('every path of the source that %s names exists', (path) => {
  const own = /^(bench|contract|deploy|docs|registry|sdk|server|test|web)\//
  const named = [...read(path).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, name = '']) => name)
  const ours = named.filter((name) => own.test(name) && !inDataDir.test(name))
  expect(ours.filter((name) => !existsSync(new URL(name, root)))).toEqual([])
})

test('every document that the source names exists', () => {
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', 'deploy'], { cwd: fileURLToPath(root) })
  const lost = sources
    .toString()
    .split('\n')
    .filter(isThere)
    .flatMap((path) =>
      [...read(path).matchAll(/\bdocs\/[\w./-]+\.md\b/g)]
        .filter(([document]) => !isThere(document))
        .map(([document]) => `${path}: ${document}`),
    )
  expect(lost).toEqual([])
})

function isThere(path: string): boolean {
  return path !== '' && existsSync(new URL(path, root))
}
