/** A page of a search as a Bundle: matches, what they include, and what the search could not do. */
import { type DirectoryType, directoryTypes, fhirExtensions, fhirReferenceOf } from '#contract/fhir'
import { fhirEntriesMax } from '#contract/limits'
import { fail } from '../http/verb.ts'
import type { Match } from './find.ts'
import { informationOutcome } from './outcome.ts'
import type { StoredResource, StoredResources } from './stored-resources.ts'

export interface IncludeRule {
  isReverse: boolean
  isIterated: boolean
  source: DirectoryType
  /** A search parameter of the source; undefined for all. */
  reference: string | undefined
}

/** Of _include and _revinclude, as PractitionerRole:practitioner or with its target; undefined for an unknown one. */
export function includeRuleIn(name: string, value: string, type: DirectoryType): IncludeRule | undefined {
  const [parameter, modifier, ...more] = name.split(':')
  if (more.length > 0 || (modifier !== undefined && modifier !== 'iterate')) return undefined
  const isReverse = parameter === '_revinclude'
  const isIterated = modifier === 'iterate'
  if (value === '*' && !isReverse) return { isReverse, isIterated, source: type, reference: undefined }
  const [sourceText, reference = '', target, ...rest] = value.split(':')
  const source = directoryTypes.find((one) => one === sourceText)
  if (source === undefined || rest.length > 0) return undefined
  if (reference === '*') return { isReverse, isIterated, source, reference: undefined }
  const ofReference = fhirReferenceOf(source, reference)
  if (ofReference === undefined || (target !== undefined && target !== ofReference)) return undefined
  return { isReverse, isIterated, source, reference }
}

/** Whether a member of a resource is wanted; undefined for all of them. */
export type Shape = ((type: string, member: string) => boolean) | undefined

interface Bundle {
  total: number
  matches: readonly Match[]
  includes: readonly IncludeRule[]
  notes: readonly string[]
  shape: Shape
  /** Of a page that begins this many matches further on; undefined for none. */
  linksFor(shown: number): readonly { relation: string; url: string }[]
}

/** As JSON. Matches for which there is no room wait for the next page. */
export function bundleText(resources: Pick<StoredResources, 'of' | 'version'>, bundle: Bundle): string {
  const { total, matches, includes, notes, shape, linksFor } = bundle
  const { base } = resources.version
  const matching = new Set(matches.map(({ key }) => key))
  const included: StoredResource[] = []
  const follow = followRules(includes)
  const entries: string[] = []
  let shown = 0
  for (const { npi, key, miles } of matches) {
    const ofProvider = resources.of(npi)
    const match = ofProvider.find((one) => one.key === key)
    if (match === undefined) continue
    const added = follow(match, ofProvider).filter((one) => !matching.has(one.key))
    if (entries.length + included.length + added.length + 1 > fhirEntriesMax) break
    included.push(...added)
    entries.push(
      entryText(base, match, shape, miles === undefined ? '' : `"extension":[${distanceText(miles)}],`, 'match'),
    )
    shown++
  }
  if (shown === 0 && matches.length > 0) refuseSize()
  for (const one of included) entries.push(entryText(base, one, shape, '', 'include'))
  if (notes.length > 0) {
    entries.push(`{"resource":${JSON.stringify(informationOutcome(notes))},"search":{"mode":"outcome"}}`)
  }
  const link = JSON.stringify(linksFor(shown))
  const list = entries.length === 0 ? '' : `,"entry":[${entries.join(',')}]`
  return `{"resourceType":"Bundle","type":"searchset","total":${total},"link":${link}${list}}`
}

function refuseSize(): never {
  const reason = `expected at most ${fhirEntriesMax.toLocaleString('en-US')} resources in a bundle; one match includes more, so read them by search`
  return fail('fhir_not_supported', { parameter: '_include', reason })
}

function entryText(
  base: string,
  { key, json, type }: StoredResource,
  shape: Shape,
  extension: string,
  mode: string,
): string {
  const resource = shape === undefined ? json : shaped(json, (member) => shape(type, member))
  return `{"fullUrl":"${base}/${key}","resource":${resource},"search":{${extension}"mode":"${mode}"}}`
}

function distanceText(miles: number): string {
  const value = Math.round(miles * 100) / 100
  const valueDistance = { value, unit: 'mi', system: 'http://unitsofmeasure.org', code: '[mi_i]' }
  return JSON.stringify({ url: fhirExtensions.distance, valueDistance })
}

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }
const kept: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta'])

function shaped(json: string, isWanted: (member: string) => boolean): string {
  const whole: Record<string, unknown> = JSON.parse(json)
  const members = Object.entries(whole).filter(([name]) => kept.has(name) || isWanted(name))
  return JSON.stringify({ ...Object.fromEntries(members), meta: { ...Object(whole.meta), tag: [subsetted] } })
}

/**
 * What a match includes and no match before it did, however resources refer to each other. Iterated rules also follow
 * what was included. Matches of one provider share the work.
 */
function followRules(rules: readonly IncludeRule[]) {
  const followed = new Set<string>()
  let provider: readonly StoredResource[] = []
  let links = linksAmong(provider)
  return (match: StoredResource, ofProvider: readonly StoredResource[]): StoredResource[] => {
    if (rules.length === 0) return []
    if (ofProvider !== provider) {
      provider = ofProvider
      links = linksAmong(provider)
    }
    followed.add(match.key)
    const found: StoredResource[] = []
    let last: readonly StoredResource[] = [match]
    for (let round = 0; last.length > 0; round++) {
      const next: StoredResource[] = []
      for (const rule of rules) {
        if (round > 0 && !rule.isIterated) continue
        for (const one of last.flatMap((from) => reached(from, links, rule))) {
          if (followed.has(one.key)) continue
          followed.add(one.key)
          next.push(one)
        }
      }
      found.push(...next)
      last = next
    }
    return found
  }
}

interface Links {
  byKey: ReadonlyMap<string, StoredResource>
  /** By key: who refers to it, and in which element. */
  referrers: ReadonlyMap<string, readonly { referrer: StoredResource; reference: string }[]>
}

/** A provider may have a thousand locations: who refers to whom is looked up, never compared. */
function linksAmong(ofProvider: readonly StoredResource[]): Links {
  const referrers = new Map<string, { referrer: StoredResource; reference: string }[]>()
  for (const referrer of ofProvider) {
    for (const [reference, keys] of Object.entries(referrer.references)) {
      for (const key of keys) {
        const known = referrers.get(key)
        if (known === undefined) referrers.set(key, [{ referrer, reference }])
        else known.push({ referrer, reference })
      }
    }
  }
  return { byKey: new Map(ofProvider.map((one) => [one.key, one])), referrers }
}

function reached(from: StoredResource, { byKey, referrers }: Links, rule: IncludeRule): StoredResource[] {
  const { isReverse, source } = rule
  const isOfRule = (reference: string) => rule.reference === undefined || rule.reference === reference
  if (isReverse) {
    const all = referrers.get(from.key) ?? []
    return all.flatMap(({ referrer, reference }) => (referrer.type === source && isOfRule(reference) ? [referrer] : []))
  }
  if (from.type !== source) return []
  const keys = Object.entries(from.references).flatMap(([reference, own]) => (isOfRule(reference) ? own : []))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}
