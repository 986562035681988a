import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { defaultOrigin } from '#contract/product'
import { ensurePages, readPages } from '#server/http/pages/read-pages'

/** What a page may load before it is there, in kB of gzip; a page that is named nowhere here has the smallest. */
const scriptBudgets: Record<string, number> = {
  '/explore': 125,
  '/login': 125,
  '/signup': 125,
  '/forgot-password': 125,
  '/reset-password': 125,
  '/portal-login': 125,
  '/portal-signup': 125,
  '/portal-forgot-password': 125,
  '/portal-reset-password': 125,
  '/verify-email': 125,
  '/s': 125,
  '/home': 190,
  '/myPortal': 180,
  '/admin': 185,
}
const smallestBudget = 110
const docsBudget = 125
const stylesBudget = 20
const fontsBudget = 45

let dir: string

beforeAll(async () => {
  dir = await ensurePages(new AbortController().signal)
})

test('every page keeps to its budget of scripts, styles and fonts', async () => {
  const list = JSON.parse(await readFile(join(dir, 'served.json'), 'utf8'))
  const pages = list.served.filter(({ isPage }: { isPage: boolean }) => isPage)
  expect(pages.length).toBeGreaterThan(10)
  const over = await Promise.all(
    pages.map(async ({ path, file }: { path: string; file: string }) => {
      const html = await readFile(join(dir, file), 'utf8')
      const budget = scriptBudgets[path] ?? (path.startsWith('/documentation') ? docsBudget : smallestBudget)
      const scripts = await kilobytes(html.match(/\/assets\/[\w.-]+\.js/g))
      const styles = await kilobytes(html.match(/\/assets\/[\w.-]+\.css/g))
      const fonts = await kilobytes(html.match(/\/assets\/[\w.-]+\.woff2/g))
      if (scripts <= budget && styles <= stylesBudget && fonts <= fontsBudget) return []
      return [`${path}: ${scripts} kB of scripts (${budget} allowed), ${styles} of styles, ${fonts} of fonts`]
    }),
  )
  expect(over.flat()).toEqual([])
})

test('the map comes with 150 kB of scripts at most, all of its page, and 250 kB of outlines, on /explore alone', async () => {
  const list = JSON.parse(await readFile(join(dir, 'served.json'), 'utf8'))
  const files: string[] = list.served.map(({ file }: { file: string }) => file)
  const map = files.find((file) => /ProviderMap-[\w-]+\.js$/.test(file)) ?? expect.unreachable('there is no map')
  const html = await readFile(join(dir, 'pages/explore.html'), 'utf8')
  const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  const ofMap = async (file: string): Promise<void> => {
    if (scripts.has(`/${file}`)) return
    scripts.add(`/${file}`)
    const text = await readFile(join(dir, file), 'utf8')
    const imported = [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)]
    await Promise.all(imported.map(([, name]) => ofMap(`assets/${name}`)))
  }
  await ofMap(map)
  expect(await kilobytes([...scripts])).toBeLessThanOrEqual(150)
  const outlines = files.filter((file) => /counties[\w-]*\.json$/.test(file))
  expect(outlines).toHaveLength(1)
  expect((await readFile(join(dir, `${outlines[0]}.br`))).length).toBeLessThanOrEqual(250_000)
  for (const { isPage, file } of list.served) {
    if (isPage) expect(await readFile(join(dir, file), 'utf8'), file).not.toContain(map)
  }
})

test('no page waits for Intl, whose first use takes a slow phone a tenth of a second', async () => {
  const list = JSON.parse(await readFile(join(dir, 'served.json'), 'utf8'))
  const scripts = new Set<string>()
  for (const { isPage, file } of list.served) {
    if (!isPage) continue
    const html = await readFile(join(dir, file), 'utf8')
    for (const name of html.match(/\/assets\/[\w.-]+\.js/g) ?? []) scripts.add(name)
  }
  expect(scripts.size).toBeGreaterThan(10)
  for (const name of scripts) {
    const text = await readFile(join(dir, name), 'utf8')
    expect(/\bIntl\.|\btoLocale\w*String\(/.exec(text)?.[0], name).toBeUndefined()
  }
})

test('a page that is written already asks for its scripts after its first paint, and an empty one at once', async () => {
  const pages = await readPages(dir, defaultOrigin)
  const asked = (path: string) => {
    const html = String(pages.at(path)?.bodies.identity)
    const [, program = ''] = /data-program="([^"]+)"/.exec(html) ?? []
    return {
      later: program.split(' ').filter(Boolean).length,
      atOnce: html.match(/modulepreload|type="module"/g)?.length ?? 0,
    }
  }
  expect(asked('/documentation')).toEqual({ later: expect.toSatisfy((files) => files > 5), atOnce: 0 })
  expect(asked('/login')).toEqual({ later: 0, atOnce: expect.toSatisfy((files) => files > 5) })
})

test('everything that is served is there, also compressed, and by its right type', async () => {
  const pages = await readPages(dir, defaultOrigin)
  const entry = pages.at('/')
  expect(entry).toMatchObject({ type: 'text/html; charset=utf-8', isHashed: false, isPage: true })
  expect(entry?.bodies.br.length).toBeLessThan(entry?.bodies.identity.length ?? 0)
  expect(pages.at('/favicon.svg')?.type).toBe('image/svg+xml')
})

test('samples in pages and their twins name the address at which users reach the server', async () => {
  const pages = await readPages(dir, 'https://api.praxidex.example')
  for (const path of ['/documentation', '/documentation/doctors/get', '/documentation/doctors/get.md']) {
    const { identity, gzip, br } = pages.at(path)?.bodies ?? {}
    const text = String(identity)
    expect(text).not.toContain(defaultOrigin)
    expect(text).toContain('https://api.praxidex.example/api/doctors')
    expect([String(gunzipSync(gzip ?? '')), String(brotliDecompressSync(br ?? ''))]).toEqual([text, text])
  }
})

test('menus leave out the blog where it has no feed, on every page', async () => {
  const [without, withBlog] = [await readPages(dir, defaultOrigin), await readPages(dir, defaultOrigin, true)]
  for (const path of ['/', '/blog', '/documentation', '/login']) {
    expect(String(without.at(path)?.bodies.identity), path).toContain('data-blog="none"')
    const { identity, br } = withBlog.at(path)?.bodies ?? {}
    expect(String(identity), path).toContain('<div id="root"')
    expect(String(identity), path).not.toContain('data-blog')
    expect(String(brotliDecompressSync(br ?? '')), path).toBe(String(identity))
  }
  expect(without.rendered.document).toContain('data-blog="none"')
  expect(withBlog.rendered.document).not.toContain('data-blog')
})

test('B10: prerendered pages hold their words, and nothing inline that the policy would refuse', async () => {
  const pages = await readPages(dir, defaultOrigin)
  for (const path of ['/', '/verifications', '/my-verifications']) {
    const html = String(pages.at(path)?.bodies.identity)
    expect(html).toMatch(/<h1[^>]*>[^<]{10}/)
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/)
  }
})

async function kilobytes(addresses: readonly string[] | null): Promise<number> {
  const sizes = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const bytes = await readFile(join(dir, address))
      return address.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length
    }),
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10
}
