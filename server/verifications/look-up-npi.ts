import type { Api } from '#contract/api'
import { npiLookUpsPerHourMax } from '#contract/limits'
import { hasValidCheckDigit } from '#registry/npi'
import type { RegistrySource } from '#registry/search/follow'
import { type AttemptParts, type AttemptRule, takeAttempt } from '../accounts/attempts.ts'
import type { Verb } from '../http/verb.ts'
import { hourSeconds } from '../platform/times.ts'
import { credentialTypesIn } from './instant-checks.ts'
import { readRegistry } from './registry-facts.ts'

export const lookUpRule: AttemptRule = {
  name: 'npi-look-ups',
  limit: npiLookUpsPerHourMax,
  windowSeconds: hourSeconds,
  what: 'NPIs looked up',
}

/** An NPI that the registry does not have is an answer, not an error. */
export function lookUpNpi(parts: AttemptParts & { registry: RegistrySource }): Verb<Api['lookUpNpi']> {
  return async ({ caller: { accountId }, params: { npi }, fail }) => {
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    await takeAttempt(parts, lookUpRule, accountId, fail)
    const { facts } = readRegistry(registry, npi)
    return {
      output: {
        npi,
        isCheckDigitRight: hasValidCheckDigit(npi),
        kind: facts?.kind ?? 'unknown',
        name: facts === undefined || facts.name === '' ? null : facts.name,
        credentials: facts?.kind === 'individual' ? credentialTypesIn(facts) : [],
      },
    }
  }
}
