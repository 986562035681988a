/**
 * `npm run test:web-vitals`: measures every page of the route table with Lighthouse's mobile preset, in the Chromium or Chrome of the
 * browser tests, against the real process. Each page is measured five times, one that misses its budget up to fifteen times, and the
 * median of each figure over all its runs counts. Says how they
 * keep to their budgets and writes docs/web-vitals.md; names of pages as arguments measure these alone and write nothing. It ends
 * with 1 when a page misses its budget. A machine that is busy makes pages slower than they are: the load stands beside the figures.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../browser/find-browser.ts'
import { places } from '../browser/support/places.ts'
import { startProduct } from '../support/product-process.ts'
import { visitorTokens } from './accounts.ts'
import { openBrowser } from './browser.ts'
import { type Measured, measurePage } from './measure.ts'
import { documentOf, machineText, missesOf, tableOf } from './report.ts'

const runs = 5
/** Of a page that misses its budget. */
const runsMax = 15

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
  const chosen = places.filter(({ path }) => named.length === 0 || named.includes(path))
  const product = await startProduct(folder, { BLOG_FEED: 'https://feed.invalid/', LOG_LEVEL: 'warn' })
  try {
    const tokens = await visitorTokens(product)
    const loads = [loadavg()[0] ?? 0]
    const all: Measured[] = []
    for (const place of chosen) {
      const { origin } = product
      const chromium = await openBrowser({ chromePath, folder, origin, tokens: tokens[place.visitor] })
      const measured = await measurePage({
        place,
        origin,
        port: chromium.port,
        runs,
        runsMax,
        isGood: (found) => missesOf(found).length === 0,
      }).finally(chromium.close)
      all.push(measured)
      loads.push(loadavg()[0] ?? 0)
      process.stdout.write(`${tableOf([measured]).split('\n').at(-1)}\n`)
    }
    const machine = machineText(loads)
    process.stdout.write(`\n${tableOf(all)}\n\n${machine}\n`)
    const document = new URL('../../docs/web-vitals.md', import.meta.url)
    if (named.length === 0) await writeFile(document, documentOf(all, { machine, runs, runsMax, date: new Date() }))
    return all.some((measured) => missesOf(measured).length > 0) ? 1 : 0
  } finally {
    await product.kill()
  }
}
