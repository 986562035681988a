/** A FHIR search: reads its parameters, plans and carries it out, and answers a Bundle. */
import type { DirectoryType } from '#contract/fhir'
import { fhirPageSizeDefault, fhirPageSizeMax, fhirParametersMax, pagingDepthMax } from '#contract/limits'
import type { Registry } from '#registry/search/query'
import { fail } from '../http/verb.ts'
import { shown, shownName } from '../platform/shown.ts'
import { bundleText, type IncludeRule, includeRuleIn, type Shape } from './bundle.ts'
import { findPage } from './find.ts'
import { applyParameter } from './parameters.ts'
import { Plan } from './plan.ts'
import type { StoredResources } from './stored-resources.ts'

export type Pairs = readonly (readonly [name: string, value: string])[]

/** Of a page beyond the first: the number of matches before it. Only our own links have it. */
const offsetParameter = '_offset'

/** Read elsewhere, or true of every answer. */
const ignoredSilently = new Set(['_format', '_pretty', '_total', 'fhirVersion'])

interface Controls {
  count: number
  offset: number
  includes: IncludeRule[]
  shape: Shape
  isCountOnly: boolean
}

export async function searchText(
  registry: Registry,
  resources: StoredResources,
  { type, pairs, isStrict }: { type: DirectoryType; pairs: Pairs; isStrict: boolean },
): Promise<string> {
  if (pairs.length > fhirParametersMax) {
    fail('fhir_value', {
      parameter: 'query',
      expected: `at most ${fhirParametersMax} parameters`,
      got: `${pairs.length}`,
    })
  }
  const plan = new Plan(type)
  const controls: Controls = {
    count: fhirPageSizeDefault,
    offset: 0,
    includes: [],
    shape: undefined,
    isCountOnly: false,
  }
  const { lastUpdated, base } = resources.version
  const context = { lastUpdatedMs: Date.parse(lastUpdated), base }
  const understood: [string, string][] = []
  const unknown: string[] = []
  for (const [name, value] of inOrder(pairs)) {
    if (ignoredSilently.has(name)) continue
    const given = { parameter: name, modifier: undefined, values: valuesIn(value), isDirect: true }
    const isKnown =
      readControl(name, value, type, controls) ?? (value !== '' && applyParameter(plan, name, given, context))
    if (!isKnown) unknown.push(name)
    else if (name !== '_count' && name !== offsetParameter) understood.push([name, value])
  }
  if (isStrict) refuseUnknown(type, unknown)
  const { count, offset, includes, shape, isCountOnly } = controls
  const found = await findPage(registry, plan, { offset, limit: isCountOnly ? 0 : count })
  const linkTo = (page: Readonly<Record<string, number>>) => {
    const query = new URLSearchParams(understood)
    query.append('_count', String(count))
    for (const [name, number] of Object.entries(page)) if (number > 0) query.append(name, String(number))
    return `${base}/${type}?${query}`
  }
  return bundleText(resources, {
    total: found.total,
    matches: found.matches,
    includes,
    shape,
    notes: [
      ...unknown.map((name) => `${shownName(name)}: ${type} has no such parameter or value, so it was ignored.`),
      ...plan.notes,
      ...deactivationsIn(registry, plan),
    ],
    linksFor(shown) {
      const next = offset + shown
      const hasNext = !isCountOnly && shown > 0 && next < found.total && next + count <= found.depthMax
      return [
        { relation: 'self', url: linkTo({ [offsetParameter]: offset }) },
        ...(hasNext ? [{ relation: 'next', url: linkTo({ [offsetParameter]: next }) }] : []),
        ...(offset > 0
          ? [{ relation: 'previous', url: linkTo({ [offsetParameter]: Math.max(0, offset - count) }) }]
          : []),
      ]
    },
  })
}

/** Fails where there are parameters that the type has not. */
export function refuseUnknown(type: string, [first]: readonly string[]): void {
  if (first === undefined) return
  const reason = `${type} has no such parameter, and Prefer: handling=strict was sent`
  fail('fhir_not_supported', { parameter: shownName(first), reason })
}

/** A place that the index searches comes first, the smallest before others. */
const placeOrder = ['near', 'address-postalcode', 'address-city']

function inOrder(pairs: Pairs): Pairs {
  const rank = (name: string) => {
    const found = placeOrder.findIndex((one) => name === one || name.endsWith(`.${one}`) || name.endsWith(`:${one}`))
    return found === -1 ? placeOrder.length : found
  }
  return [...pairs].sort(([a], [b]) => rank(a) - rank(b))
}

/** At commas that no backslash precedes. */
function valuesIn(value: string): string[] {
  const pieces = value.match(/(?:\\.|[^,\\]|\\$)+/g) ?? []
  return pieces.map((piece) => piece.replace(/\\([,|$\\])/g, '$1'))
}

/** Undefined where the parameter is none of these; false where its value is not known. */
function readControl(name: string, value: string, type: DirectoryType, controls: Controls): boolean | undefined {
  switch (name.split(':', 1)[0]) {
    case '_count': {
      const count = wholeIn(name, value)
      controls.count = Math.min(count, fhirPageSizeMax)
      if (count === 0) controls.isCountOnly = true
      return true
    }
    case offsetParameter:
      controls.offset = Math.min(wholeIn(name, value), pagingDepthMax)
      return true
    case '_include':
    case '_revinclude': {
      const rule = includeRuleIn(name, value, type)
      if (rule !== undefined) controls.includes.push(rule)
      return rule !== undefined
    }
    case '_elements': {
      const wanted = new Set(value.split(',').map((one) => one.trim().replace(/^\w+\./, '')))
      controls.shape = (ofType, member) => wanted.has(member) || isAmong(requiredMembers, ofType, member)
      return true
    }
    case '_summary':
      return readSummary(value, controls)
    case '_sort':
      // The only order: nearest first where a place is given, else by NPI.
      return value === '_score' || value === 'near'
  }
  return undefined
}

function wholeIn(parameter: string, value: string): number {
  if (/^\d{1,6}$/.test(value)) return Number(value)
  return fail('fhir_value', { parameter: shownName(parameter), expected: 'a whole number from 0', got: shown(value) })
}

function readSummary(value: string, controls: Controls): boolean {
  switch (value) {
    case 'false':
    case 'data':
      return true
    case 'count':
      controls.isCountOnly = true
      return true
    case 'true':
      controls.shape = (type, member) => isAmong(summaryMembers, type, member)
      return true
    case 'text':
      controls.shape = (type, member) => isAmong(requiredMembers, type, member)
      return true
  }
  const expected = 'true, false, text, data or count'
  return fail('fhir_value', { parameter: '_summary', expected, got: shown(value) })
}

type MembersOf = Readonly<Record<string, readonly string[]>>

function isAmong(members: MembersOf, type: string, member: string): boolean {
  return members[type]?.includes(member) === true
}

const requiredMembers: MembersOf = {
  Endpoint: ['status', 'connectionType', 'payloadType', 'address'],
}

/** R4 marks them as summary elements. */
const summaryMembers: MembersOf = {
  Practitioner: ['identifier', 'active', 'name', 'telecom', 'address', 'gender'],
  PractitionerRole: ['active', 'practitioner', 'specialty', 'location', 'telecom'],
  Organization: ['identifier', 'active', 'type', 'name', 'partOf'],
  Location: ['status', 'name', 'description', 'managingOrganization'],
  Endpoint: ['status', 'connectionType', 'managingOrganization', 'payloadType', 'address'],
}

/** A search leaves them out, and does not let them pass for unknown. */
function deactivationsIn(registry: Registry, { filters: { npis = [] } }: Plan): string[] {
  return npis.flatMap((npi) => {
    const found = registry.get(npi)
    return found.kind === 'deactivated' ? [`NPI ${npi} was deactivated on ${found.deactivatedOn}.`] : []
  })
}
