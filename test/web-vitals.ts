/**
 * `npm run test:web-vitals`: measures every page with Lighthouse (mobile preset) in the browser of the browser tests,
 * against the real process, and prints a table. Paths as arguments measure these pages alone. A page is measured five
 * times, one that misses its budget up to fifteen times; the median of all its runs counts. Ends with 1 when a page
 * misses its budget. A busy machine makes pages slower than they are.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { Result } from 'lighthouse'
import { findBrowser } from './browser/find-browser.ts'
import { browserFlags } from './browser/support/browser-flags.ts'
import { type Place, places } from './browser/support/places.ts'
import { freePort } from './support/free-port.ts'
import { type ProductProcess, startProduct } from './support/product-process.ts'
import { programOf } from './support/program.ts'

const runsMin = 5
const runsMax = 15
/** Lighthouse fails when the browser closes a page that it still asks: such a run is repeated. */
const triesMax = 3
const run = promisify(execFile)
const password = 'a long walk by the sea'

interface Figures {
  lcpSeconds: number
  tbtMs: number
  cls: number
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
}

/** Pages without a description ask search engines to pass them by, which Lighthouse counts against them. */
function budgetOf({ path, description, guard }: Place['page']): Figures {
  const isSignedIn = guard.kind === 'signedIn' || guard.kind === 'admin'
  const isLight = description !== undefined || path.startsWith('/documentation')
  return {
    lcpSeconds: isSignedIn ? 2.5 : isLight ? 1.8 : 2,
    tbtMs: 150,
    cls: 0.02,
    performance: isSignedIn ? 90 : 95,
    accessibility: 100,
    bestPractices: 100,
    seo: description === undefined ? 0 : 95,
  }
}

const names = ['lcpSeconds', 'tbtMs', 'cls', 'performance', 'accessibility', 'bestPractices', 'seo'] as const

function missesOf(figures: Figures, budget: Figures): string[] {
  const isMost = (name: keyof Figures) => name === 'lcpSeconds' || name === 'tbtMs' || name === 'cls'
  return names
    .filter((name) => (isMost(name) ? figures[name] > budget[name] : figures[name] < budget[name]))
    .map((name) => `${name} ${figures[name]} (budget ${budget[name]})`)
}

/** What Lighthouse is to pass over on some pages, since it is so on purpose. */
const leniences: Readonly<Record<string, readonly string[]>> = {
  // The feed of the blog does not exist here, which the browser notes in its console.
  '/blog': ['--skip-audits=errors-in-console'],
  '/no-such-page': ['--ignore-status-code', '--skip-audits=errors-in-console'],
}

const browser = findBrowser()
if ('reason' in browser) {
  process.stdout.write(`Nothing was measured. ${browser.reason}\n`)
} else {
  const folder = await mkdtemp(join(tmpdir(), 'praxidex-web-vitals-'))
  try {
    process.exitCode = await measureAll(browser.path, folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

async function measureAll(chromePath: string, folder: string): Promise<number> {
  const named = process.argv.slice(2)
  const product = await startProduct(folder, { BLOG_FEED: 'https://feed.invalid/', LOG_LEVEL: 'warn' })
  let isGood = true
  try {
    process.stdout.write(`page, ${names.join(', ')}\n`)
    for (const place of places.filter(({ path }) => named.length === 0 || named.includes(path))) {
      const figures = await measurePage(chromePath, folder, place, product)
      const misses = missesOf(figures, budgetOf(place.page))
      if (misses.length > 0) isGood = false
      process.stdout.write(`${place.path}, ${names.map((name) => figures[name]).join(', ')}; ${misses.join(', ')}\n`)
    }
  } finally {
    await product.kill()
  }
  return isGood ? 0 : 1
}

/** In a browser with a profile of its own, in which the page's visitor is signed in. */
async function measurePage(
  chromePath: string,
  folder: string,
  place: Place,
  product: ProductProcess,
): Promise<Figures> {
  const port = await freePort()
  const context = await chromium.launchPersistentContext(await mkdtemp(join(folder, 'profile-')), {
    executablePath: chromePath,
    args: [...browserFlags(), `--remote-debugging-port=${port}`],
    viewport: null,
  })
  try {
    const page = await context.newPage()
    // Any address of the same origin will do to write its storage.
    await page.goto(`${product.origin}/robots.txt`)
    const tokens = await tokensOf(place.visitor, product)
    await page.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, tokens)
    await page.close()
    const all: Figures[] = []
    for (;;) {
      all.push(await measureOnce(`${product.origin}${place.path}`, place.path, port))
      if (all.length < runsMin) continue
      const figures = mediansOf(all)
      if (all.length >= runsMax || missesOf(figures, budgetOf(place.page)).length === 0) return figures
    }
  } finally {
    await context.close()
  }
}

async function tokensOf(
  visitor: Place['visitor'],
  { dataDir, origin }: ProductProcess,
): Promise<Record<string, string>> {
  if (visitor === 'anyone') return {}
  const email = `${randomUUID()}@example.org`
  await post(origin, '/signup', { email, password, phone: '212-555-0101' })
  if (visitor === 'admin') {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(origin).port }
    await run(process.execPath, [...programOf('server/admin/main.ts'), 'grant', email], { env })
  }
  const { token } = await post(origin, '/login', { email, password })
  return { [visitor === 'portal' ? 'portalToken' : 'token']: String(token) }
}

async function post(origin: string, path: string, body: object): Promise<{ token?: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: expected a success; got status ${answer.status}`)
  return (await answer.json()) as { token?: unknown }
}

async function measureOnce(url: string, path: string, port: number, tries = 1): Promise<Figures> {
  const program = createRequire(import.meta.url).resolve('lighthouse/cli/index.js')
  const only = '--only-categories=performance,accessibility,best-practices,seo'
  const flags = [`--port=${port}`, only, '--output=json', '--quiet', '--no-enable-error-reporting']
  try {
    const args = [program, url, ...flags, ...(leniences[path] ?? [])]
    const { stdout } = await run(process.execPath, args, { timeout: 180_000, maxBuffer: 64 * 1024 * 1024 })
    return figuresOf(JSON.parse(stdout) as Result, url)
  } catch (error) {
    if (tries >= triesMax) throw error
    return measureOnce(url, path, port, tries + 1)
  }
}

function figuresOf({ audits, categories, runtimeError }: Result, url: string): Figures {
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
  return {
    lcpSeconds: Math.round(number('largest-contentful-paint') / 10) / 100,
    tbtMs: Math.round(number('total-blocking-time')),
    cls: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
  }
}

function mediansOf(all: readonly Figures[]): Figures {
  const median = (name: keyof Figures) => {
    const sorted = all.map((figures) => figures[name]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    lcpSeconds: median('lcpSeconds'),
    tbtMs: median('tbtMs'),
    cls: median('cls'),
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
    seo: median('seo'),
  }
}
