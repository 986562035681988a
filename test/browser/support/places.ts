/** One address of every page of the route table, with who has to be signed in to see it. */
import type { Guard, Page } from '../../../web/frame/page.ts'
import { notFoundPage, pages } from '../../../web/routes.ts'

type Visitor = 'anyone' | 'api' | 'portal' | 'admin'

export interface Place {
  path: string
  visitor: Visitor
  page: Page
}

/** Pages that the server renders are tested where a provider is known (explore.spec.ts). */
export const places: readonly Place[] = [...pages.filter(({ isRendered }) => !isRendered), notFoundPage].map(
  (page) => ({
    // Addresses of one page differ in words alone.
    path: page === notFoundPage ? '/no-such-page' : page.path.replace('/*', ''),
    visitor: visitorOf(page.guard),
    page,
  }),
)

export const themes = ['light', 'dark'] as const

/** A phone and a laptop. */
export const widths = [390, 1280] as const

function visitorOf(guard: Guard): Visitor {
  if (guard.kind === 'admin') return 'admin'
  return guard.kind === 'signedIn' ? guard.area : 'anyone'
}
