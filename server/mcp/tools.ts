/** What each tool calls, and how it shortens the answers. */
import type { z } from 'zod'
import { type Api, api } from '#contract/api'
import type { McpToolName, mcpTools } from '#contract/mcp'
import { providerKinds } from '#contract/provider-search'
import type {
  Doctor,
  Individual,
  IndividualFull,
  Organization,
  OrganizationFull,
  PracticeAddress,
} from '#contract/providers'
import { fail } from '../http/verb.ts'
import { shown } from '../platform/shown.ts'
import { type Arguments, type CallApi, RefusedCall } from './call-api.ts'

type Tools = {
  [N in McpToolName]: (call: CallApi, given: Arguments) => Promise<z.output<(typeof mcpTools)[N]['output']>>
}

export const tools: Tools = {
  async search_providers(call, { kind, ...filters }) {
    switch (kind) {
      case 'doctors': {
        const { doctors, ...rest } = await call(api.searchDoctors, filters)
        return { ...rest, providers: doctors.map(shortOf) }
      }
      case 'organizations': {
        const { organizations, ...rest } = await call(api.searchOrganizations, filters)
        return { ...rest, providers: organizations.map(shortOf) }
      }
      case 'individuals': {
        const { providers, ...rest } = await call(api.searchIndividuals, filters)
        return { ...rest, providers: providers.map(shortOf) }
      }
      default:
        return fail('invalid_input', {
          parameter: 'kind',
          expected: `one of ${providerKinds.join(', ')}`,
          got: shown(kind),
        })
    }
  },
  async get_provider(call, given) {
    try {
      return { kind: 'individual', ...wholeOf(await call(api.getIndividual, given)) }
    } catch (error) {
      if (!(error instanceof RefusedCall && error.code === 'provider_not_found')) throw error
      return { kind: 'organization', ...wholeOf(await call(api.getOrganization, given)) }
    }
  },
  find_specialty: (call, given) => call(api.findSpecialty, given),
  async check_exclusions(call, given) {
    const { exclusions, ...lists } = await call(api.searchExclusions, given)
    return { exclusions: exclusions.map(withTitle), ...ofLists(lists) }
  },
  async check_license(call, given) {
    const { licenses, ...lists } = await call(api.searchLicenses, given)
    return { licenses: licenses.map(withTitle), ...ofLists(lists) }
  },
  list_verifications: (call, given) => call(api.listVerifications, given),
  get_verification: (call, given) => call(api.getVerification, given),
  watch_events: (call, given) => call(api.listEvents, given),
}

function withTitle<Hit extends { list: { title: string; date: string } }>({ list, ...hit }: Hit) {
  return { ...hit, list: list.title, date: list.date }
}

type OfLists = Pick<z.output<Api['searchExclusions']['output']>, 'hasMore' | 'npiStatus' | 'listsNotLoaded'>

function ofLists({ listsAsked, listsNotLoaded, ...rest }: OfLists & { listsAsked: readonly { title: string }[] }) {
  return { ...rest, listsAsked: listsAsked.map(({ title }) => title), listsNotLoaded: listsNotLoaded.length }
}

type Found = { distanceMiles?: number | undefined } & (Doctor | Individual | Organization)

function shortOf({ npi, name, phone, address, specialties, distanceMiles, ...rest }: Found) {
  return {
    npi,
    name,
    ...('credentials' in rest && { credentials: rest.credentials }),
    specialty: specialties[0],
    phone,
    address: lineOf(address),
    distanceMiles,
  }
}

function wholeOf(provider: IndividualFull | OrganizationFull) {
  const { address, otherNames, locations } = provider
  return {
    ...provider,
    address: lineOf(address),
    locations: locations?.length ?? 1,
    otherNames: otherNames.map(({ name }) => name),
    authorizedOfficial: 'authorizedOfficial' in provider ? (provider.authorizedOfficial?.name ?? null) : undefined,
  }
}

function lineOf({ firstLine, secondLine, city, state, postalCode, countryCode }: PracticeAddress): string {
  const place = [city, `${state} ${postalCode}`.trim(), ...(countryCode === 'US' ? [] : [countryCode])]
  return [firstLine, secondLine, ...place].filter((part) => part !== undefined && part !== '').join(', ')
}
