/** One address of every page of the route table, with the area in which somebody has to be signed in to see it. */
import { addressesOf, type Guard } from '../../../web/frame/page.ts'
import { notFoundPage, pages } from '../../../web/routes.ts'

export interface Place {
  path: string
  area: 'api' | 'portal' | undefined
}

export const places: readonly Place[] = [...pages, notFoundPage].map((page) => ({
  // Addresses of one page differ in words alone.
  path: addressesOf(page)[0]?.path.replace('*', '/no-such-page') ?? page.path,
  area: areaOf(page.guard),
}))

export const themes = ['light', 'dark'] as const

/** A phone and a laptop. */
export const widths = [390, 1280] as const

function areaOf(guard: Guard): 'api' | 'portal' | undefined {
  if (guard.kind === 'admin') return 'api'
  return guard.kind === 'signedIn' ? guard.area : undefined
}
