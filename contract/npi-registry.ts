/**
 * The form of CMS's NPI Registry API 2.1, for programs that speak it: they change the base address and nothing else.
 * CMS's own facts: https://npiregistry.cms.hhs.gov/api-page.
 */

/** An API key stands between it and `/api`, or in a header. */
export const npiRegistryPath = '/npi'

/** What a key in the address has to be limited to, and to nothing beside it: an address is logged in many places. */
export const npiRegistryScope = 'providers:read'

export function npiRegistryAddress(publicUrl: string, key: string): string {
  return `${publicUrl}${npiRegistryPath}/${key}/api/`
}

/** CMS cuts a higher limit to it without a word. */
export const npiRegistryPageMax = 200
export const npiRegistryPageDefault = 10

/** CMS's documents end at 1,000. */
export const npiRegistrySkipMax = 10_000

/** Of faults that CMS's service does not have, and of those whose number no record shows. */
export const ownErrorNumber = '99'
