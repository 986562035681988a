/** Organizations at whose address and telephone individuals work: the latest of each field of care. */
import type { Random } from './random.ts'
import type { Site } from './sites.ts'

export interface Hosts {
  /** An organization of this field opens its doors. */
  open(field: string, site: Site): void
  /** The site of one of the latest organizations of this field; undefined while there is none. */
  anyOf(field: string, random: Random): Site | undefined
}

/** Organizations of each field that take people at a time: enough to be spread over the country. */
const openMax = 64

export function makeHosts(): Hosts {
  const sitesByField = new Map<string, { sites: Site[]; opened: number }>()
  return {
    open(field, site) {
      const hosts = sitesByField.get(field) ?? { sites: [], opened: 0 }
      sitesByField.set(field, hosts)
      hosts.sites[hosts.opened % openMax] = site
      hosts.opened += 1
    },
    anyOf(field, random) {
      const sites = sitesByField.get(field)?.sites
      return sites?.[random.below(sites.length)]
    },
  }
}
