import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultOrigin } from '#contract/product'
import { ensurePages, readPages } from '#server/http/pages/read-pages'
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts'

const notices = thirdPartyNotices()

test('the notices name every package that the product depends on, with its license file, and none that only tests need', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const missing = Object.entries(dependencies).filter(([name, version]) => !notices.includes(`\n${name} ${version} (`))
  expect(missing).toEqual([])
  // Types are optional peers of libraries, and come with them; libraries use the other two themselves.
  const forTests = Object.keys(devDependencies).filter(
    (name) => !name.startsWith('@types/') && !['ajv', 'hyparquet'].includes(name),
  )
  expect(forTests.filter((name) => notices.includes(`\n${name} `))).toEqual([])
  expect(notices).toContain(readFileSync('node_modules/fastify/LICENSE', 'utf8').trim())
  expect(notices).toContain(readFileSync('node_modules/@fontsource-variable/figtree/LICENSE', 'utf8').trim())
})

test('the notices name the sources of data whose licenses ask for it', () => {
  expect(notices).toMatch(/GeoNames.*Creative Commons Attribution 4\.0/)
  expect(notices).toMatch(/Nicknames: .*Apache License 2\.0/)
})

test('the notices are served as they are for the packages that are installed, and the footer links to them', async () => {
  const pages = await readPages(await ensurePages(new AbortController().signal), defaultOrigin)
  expect(String(pages.at(`/${noticesFile}`)?.bodies.identity)).toBe(notices)
  expect(String(pages.at('/')?.bodies.identity)).toContain(`href="/${noticesFile}"`)
})

test('search engines get the list of the pages that they may list, and no other', async () => {
  const pages = await readPages(await ensurePages(new AbortController().signal), defaultOrigin)
  const isIndexed = (path: string) => !String(pages.at(path)?.bodies.identity).includes('content="noindex"')
  expect(pages.listed).toEqual(expect.arrayContaining(['/', '/documentation', '/verifications']))
  expect(pages.listed.filter((path) => !isIndexed(path))).toEqual([])
  expect(pages.listed).not.toContain('/home')
})
