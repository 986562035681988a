/**
 * Measures one page by Lighthouse, some times over, and takes the median of each figure. One that misses its budget is measured more
 * often, and every run counts, for what else the machine does makes some runs slow. Lighthouse runs as a process of its own: what it
 * fails by, such as a browser that closes a page while it is still asked, ends that run alone, which is then repeated.
 */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Result } from 'lighthouse'
import type { Place } from '../browser/support/places.ts'
import type { Figures } from './budgets.ts'

export interface Measured {
  place: Place
  figures: Figures
  /** Audits that found something, by Lighthouse's own titles. */
  findings: string[]
  /** How often it was measured. */
  runs: number
}

type Run = Pick<Measured, 'figures' | 'findings'>

interface Measurement {
  place: Place
  origin: string
  /** Where the browser is reached. Lighthouse empties its cache before each run, and leaves alone the storage with the token. */
  port: number
  /** So often it is measured, and up to so often while the medians of all runs are not good enough. */
  runs: number
  runsMax: number
  isGood(measured: Measured): boolean
}

/** How often a run is tried, how long it may take, and how long its report may be. */
const triesMax = 3
const timeoutMs = 180_000
const reportBytesMax = 64 * 1024 * 1024

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** What Lighthouse is to pass over on some pages, since it is so on purpose. */
const leniences: Readonly<Record<string, readonly string[]>> = {
  // The feed of the blog does not exist here, which the browser notes in its console.
  '/blog': ['--skip-audits=errors-in-console'],
  // The page is answered with 404, as it has to be, which the browser notes too.
  '/no-such-page': ['--ignore-status-code', '--skip-audits=errors-in-console'],
}

export async function measurePage({ place, origin, port, runs, runsMax, isGood }: Measurement): Promise<Measured> {
  const all: Run[] = []
  for (;;) {
    all.push(await measureOnce(place, `${origin}${place.path}`, port))
    if (all.length < runs) continue
    const measured = mediansOf(place, all)
    if (all.length >= runsMax || isGood(measured)) return measured
  }
}

function mediansOf(place: Place, all: readonly Run[]): Measured {
  const median = (of: keyof Figures) => medianOf(all.map(({ figures }) => figures[of]))
  return {
    place,
    figures: {
      lcpSeconds: median('lcpSeconds'),
      tbtMs: median('tbtMs'),
      cls: median('cls'),
      performance: median('performance'),
      accessibility: median('accessibility'),
      bestPractices: median('bestPractices'),
      seo: median('seo'),
    },
    findings: [...new Set(all.flatMap(({ findings }) => findings))],
    runs: all.length,
  }
}

async function measureOnce(place: Place, url: string, port: number): Promise<Run> {
  const { audits, categories: scored, runtimeError } = await report(url, port, leniences[place.path] ?? [])
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const score = (id: string) => Math.round((scored[id]?.score ?? 0) * 100)
  const isPoor = (id: string) => (audits[id]?.score ?? 1) < 1
  const weighed = ['accessibility', 'best-practices', 'seo'].flatMap((id) => scored[id]?.auditRefs ?? [])
  return {
    figures: {
      lcpSeconds: Math.round(number('largest-contentful-paint') / 10) / 100,
      tbtMs: Math.round(number('total-blocking-time')),
      cls: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
    },
    findings: weighed.filter(({ id, weight }) => weight > 0 && isPoor(id)).map(({ id }) => audits[id]?.title ?? id),
  }
}

async function report(url: string, port: number, lenience: readonly string[], tries = 1): Promise<Result> {
  const program = createRequire(import.meta.url).resolve('lighthouse/cli/index.js')
  const options = [`--port=${port}`, `--only-categories=${categories.join(',')}`, '--output=json', '--quiet']
  const limits = { timeout: timeoutMs, maxBuffer: reportBytesMax }
  try {
    const args = [program, url, ...options, ...lenience, '--no-enable-error-reporting']
    const { stdout } = await promisify(execFile)(process.execPath, args, limits)
    return asResult(JSON.parse(stdout))
  } catch (error) {
    if (tries >= triesMax) throw error
    return report(url, port, lenience, tries + 1)
  }
}

function asResult(json: unknown): Result {
  // Lighthouse writes its result as JSON, and this is its own type of it.
  return json as Result
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
