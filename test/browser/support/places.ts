/** One address of every page of the route table, with who has to be signed in to see it. */
import { addressesOf, type Guard, type Page } from '../../../web/frame/page.ts'
import { notFoundPage, pages } from '../../../web/routes.ts'

type Visitor = 'anyone' | 'api' | 'portal' | 'admin'

export interface Place {
  path: string
  visitor: Visitor
  page: Page
}

export const places: readonly Place[] = [...pages, notFoundPage].map((page) => ({
  // Addresses of one page differ in words alone.
  path: addressesOf(page)[0]?.path.replace('*', '/no-such-page') ?? page.path,
  visitor: visitorOf(page.guard),
  page,
}))

export const themes = ['light', 'dark'] as const

/** A phone and a laptop. */
export const widths = [390, 1280] as const

function visitorOf(guard: Guard): Visitor {
  if (guard.kind === 'admin') return 'admin'
  return guard.kind === 'signedIn' ? guard.area : 'anyone'
}
