/** What a page has to reach in Lighthouse's mobile preset. */
import type { Page } from '../../web/frame/page.ts'

export interface Figures {
  /** Seconds until the largest part of the page is there. */
  lcpSeconds: number
  /** Milliseconds in which the page could not have answered a press. */
  tbtMs: number
  /** How far what was shown has moved. */
  cls: number
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
}

/** At most the first three, at least the others. */
export type Budget = Figures

const tbtMs = 150
const cls = 0.02
const perfect = { accessibility: 100, bestPractices: 100 }

/** Pages without a description ask search engines to pass them by, which Lighthouse counts against them. */
export function budgetOf({ path, description, guard }: Page): Budget {
  const isSignedIn = guard.kind === 'signedIn' || guard.kind === 'admin'
  const isLight = description !== undefined || path.startsWith('/documentation')
  return {
    lcpSeconds: isSignedIn ? 2.5 : isLight ? 1.8 : 2,
    tbtMs,
    cls,
    performance: isSignedIn ? 90 : 95,
    ...perfect,
    seo: description === undefined ? 0 : 95,
  }
}
