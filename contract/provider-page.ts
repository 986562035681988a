/** What the page /providers/{npi} shows: the server puts it into the page, and the web app renders it. Types alone. */
import type { z } from 'zod'
import type { History } from './history-endpoints.ts'
import type { individualFound, organizationFound } from './providers.ts'
import type { Review } from './reviews.ts'

export const providerPagePath = '/providers/:npi'

/** The element of the page that holds it, as JSON. */
export const providerElementId = 'provider'

interface FoundPage {
  kind: 'found'
  isPerson: boolean
  provider: z.output<typeof individualFound> | z.output<typeof organizationFound>
  /** Newest first, the first of them. */
  reviews: readonly Review[]
  /** Of the CMS data. */
  asOf: string
  /** The newest changes, and whether there are older ones. */
  history: Pick<History, 'knownSince' | 'changes'> & { hasOlder: boolean }
  isSampleData: boolean
}

interface DeactivatedPage {
  kind: 'deactivated'
  npi: number
  deactivatedOn: string
  replacementNpi?: number
}

export type ProviderPage = FoundPage | DeactivatedPage | { kind: 'limited'; perMinute: number }

/** Of such a page, for its title. */
export function providerTitle(page: ProviderPage): string {
  switch (page.kind) {
    case 'found':
      return page.provider.name
    case 'deactivated':
      return `NPI ${page.npi} is deactivated`
    case 'limited':
      return 'Too many pages'
  }
}
