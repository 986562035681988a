/** Which taxonomy codes a search takes a specialty for. */
import type { Api } from '#contract/api'
import { specialtyCodesMax } from '#contract/limits'
import type { RegistrySource } from '#registry/search/follow'
import { labelOf } from '#registry/vocabulary/specialties'
import type { Verb } from '../http/verb.ts'
import { codesOf } from './search.ts'

export function findSpecialty(parts: { registry: RegistrySource }): Verb<Api['findSpecialty']> {
  return async ({ query: { specialty }, fail }) => {
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const codes = codesOf(specialty, registry, fail)
    const specialties = codes.slice(0, specialtyCodesMax).map((code) => ({ code, label: labelOf(code, new Map()) }))
    return { output: { specialties, total: codes.length } }
  }
}
