/** The documents that describe the API to programs: each call is in one of them. */
import type { Group } from './endpoint.ts'

export const openApiDocuments = {
  api: {
    path: '/openapi',
    title: 'API',
    has: 'the calls that programs make',
    groups: ['service', 'doctors', 'organizations', 'individuals', 'sources', 'verifications', 'shares'],
  },
  bulk: {
    path: '/openapi-bulk',
    title: 'bulk and watch API',
    has: 'batches, exports, rosters and events',
    groups: ['bulk', 'watch'],
  },
  account: {
    path: '/openapi-account',
    title: 'account API',
    has: 'accounts: signing in, keys, plans, usage and shares of one’s own',
    groups: ['accounts'],
  },
  npiRegistry: {
    path: '/openapi-npi',
    title: 'NPI Registry form',
    has: 'the form of CMS’s NPI Registry',
    groups: ['npiRegistry'],
  },
} as const satisfies Record<string, { path: string; title: string; has: string; groups: readonly Group[] }>

/** Such as `/openapi.json, /openapi-bulk.json and /openapi-npi.json`. */
export const openApiPaths = new Intl.ListFormat('en-GB').format(
  Object.values(openApiDocuments).map(({ path }) => `${path}.json`),
)
