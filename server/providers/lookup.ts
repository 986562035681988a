/** Looking one provider up by NPI. */
import type { RegistrySource } from '#registry/read/follow-registry'
import type { Resource } from '#registry/read/query'
import type { Fail } from '../http/verb.ts'
import { registryHeaders } from './registry-headers.ts'

type LookupFail = Fail<'provider_not_found' | 'provider_deactivated' | 'not_ready'>

const singular = {
  doctors: 'doctor',
  organizations: 'organization',
  individuals: 'individual',
} as const satisfies Record<Resource, string>

/**
 * The look-up verb of one resource. A deactivated NPI is told from an unknown one, whatever it was before: CMS empties
 * every other field of it.
 */
export function getProvider(resource: Resource, parts: { registry: RegistrySource }) {
  return async ({ params: { npi }, fail }: { params: { npi: number }; fail: LookupFail }) => {
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const headers = registryHeaders(registry)
    const found = registry.get(npi)
    if (found.kind === 'deactivated') {
      return fail('provider_deactivated', { npi, deactivatedOn: found.deactivatedOn }, headers)
    }
    const isHere = found.kind === 'found' && (resource === 'doctors' ? found.isDoctor : found.resource === resource)
    if (!isHere) return fail('provider_not_found', { resource: singular[resource], npi }, headers)
    return { json: found.json(resource), headers }
  }
}
