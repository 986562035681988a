/** What look-ups and histories of one provider share. */
import type { Registry, Resource } from '#registry/search/query'
import type { Fail } from '../http/verb.ts'

export type LookupFail = Fail<'provider_not_found' | 'provider_deactivated' | 'not_ready'>

export const singular = {
  doctors: 'doctor',
  organizations: 'organization',
  individuals: 'individual',
} as const satisfies Record<Resource, string>

export function registryHeaders(registry: Pick<Registry, 'version' | 'sourceDate'>) {
  return { 'X-Registry-Version': registry.version, 'X-Registry-Source-Date': registry.sourceDate }
}
