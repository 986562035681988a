/** What each search parameter of contract/fhir.ts asks of the registry. */
import { type DirectoryType, directoryTypes, fhirReferenceOf, type fhirSearches, fhirSystems } from '#contract/fhir'
import { fhirTextsMax, radiusMilesDefault, radiusMilesMax } from '#contract/limits'
import { npiText } from '#contract/parameters'
import type { PracticeLocation } from '#contract/providers'
import { stateCodes } from '#contract/state-codes'
import { hasValidCheckDigit } from '#registry/npi'
import { territories } from '#registry/places/geography'
import { locateState } from '#registry/places/places'
import { microdegrees, milesOf, Origin } from '#registry/search/geometry'
import { fail } from '../http/verb.ts'
import { shown, shownName } from '../platform/shown.ts'
import { periodIn } from './periods.ts'
import { folded, type Near, type Plan } from './plan.ts'
import { endpointsOf, isPerson, organizationTypeOf, type ProviderRecord, usStateOf } from './resources.ts'

/** One use of a parameter: its values, of which one has to hold. */
export interface Given {
  /** As sent. */
  parameter: string
  modifier: string | undefined
  values: readonly string[]
  /** Of the type that is searched, not by a chain. */
  isDirect: boolean
}

interface Context {
  /** An instant in milliseconds: when every resource was last updated. */
  lastUpdatedMs: number
  /** The address of the FHIR API. */
  base: string
}

type Parameter = (plan: Plan, given: Given, context: Context) => void

type Parameters = { [T in DirectoryType]: Record<keyof (typeof fhirSearches)[T], Parameter> }

/** How many references a chain follows, or _has. */
const depthMax = 2

/** Whether the type has the parameter. Fails on a modifier, chain or value that nothing here can answer. */
export function applyParameter(plan: Plan, name: string, given: Given, context: Context): boolean {
  return apply(plan, { type: plan.type, name, depth: 0 }, given, context)
}

interface Step {
  type: DirectoryType
  /** What is left of it. */
  name: string
  depth: number
}

function apply(plan: Plan, { type, name, depth }: Step, given: Given, context: Context): boolean {
  const chained = chainedStep({ type, name, depth })
  if (chained !== undefined) {
    if (depth === depthMax) {
      const reason = `expected at most ${depthMax} references, one after the other; got more`
      fail('fhir_not_supported', { parameter: shownName(given.parameter), reason })
    }
    const isKnown = apply(plan, chained, { ...given, isDirect: false }, context)
    // What is ignored narrows nothing.
    if (!isKnown) return false
    plan.narrow(type)
    // Of each other type a provider has one.
    if (chained.type === 'Endpoint') plan.check(given.parameter, (record) => endpointsOf(record).length > 0)
    return true
  }
  const [head = '', modifier] = name.split(':', 2)
  const functions: Readonly<Record<string, Parameter>> = parameters[type]
  const own = Object.hasOwn(functions, head) ? functions[head] : undefined
  if (own === undefined) return false
  if (given.values.length === 0) refuseValue(given, 'a value', ',')
  plan.narrow(type)
  own(plan, { ...given, modifier }, context)
  return true
}

/** Of location.near, practitioner:Practitioner.name and _has:PractitionerRole:practitioner:specialty. */
function chainedStep({ type, name, depth }: Step): Step | undefined {
  if (name.startsWith('_has:')) {
    const [, source, reference = '', ...rest] = name.split(':')
    const from = directoryTypes.find((one) => one === source)
    if (from === undefined || fhirReferenceOf(from, reference) !== type || rest.length === 0) return undefined
    return { type: from, name: rest.join(':'), depth: depth + 1 }
  }
  const dot = name.indexOf('.')
  if (dot === -1) return undefined
  const [head = '', ofType] = name.slice(0, dot).split(':', 2)
  const target = fhirReferenceOf(type, head)
  if (target === undefined || (ofType !== undefined && ofType !== target)) return undefined
  return { type: target, name: name.slice(dot + 1), depth: depth + 1 }
}

function takeModifier({ parameter, modifier }: Given, ...known: readonly string[]): void {
  if (modifier === undefined || known.includes(modifier)) return
  const named = known.length === 0 ? 'no modifier' : `no modifier, or ${known.join(' or ')}`
  fail('fhir_not_supported', {
    parameter: shownName(parameter),
    reason: `expected ${named}; got ${shownName(modifier)}`,
  })
}

function refuseValue({ parameter }: Given, expected: string, got: unknown): never {
  return fail('fhir_value', { parameter: shownName(parameter), expected, got: shown(got) })
}

function oneValue(given: Given): string {
  const { values } = given
  return values.length === 1 ? (values[0] ?? '') : refuseValue(given, 'one value', values)
}

function npiIn(text: string): number[] {
  return npiText.test(text) ? [Number(text)] : []
}

/** Of locations and endpoints: 1234567893-1. */
function partIn(id: string): { npi: number; number: number }[] {
  const [, npi, number] = /^([12]\d{9})-([1-9]\d{0,4})$/.exec(id) ?? []
  return npi === undefined ? [] : [{ npi: Number(npi), number: Number(number) }]
}

const ofProvider: Parameter = (plan, given) => {
  takeModifier(given)
  plan.npis(given.parameter, given.values.flatMap(npiIn))
}

type IsPart = (record: ProviderRecord, number: number) => boolean

function ofParts(require: (plan: Plan, given: Given, isOne: IsPart) => void): Parameter {
  return (plan, given) => {
    takeModifier(given)
    const parts = given.values.flatMap(partIn)
    plan.npis(
      given.parameter,
      parts.map(({ npi }) => npi),
    )
    require(plan, given, ({ npi }, number) => parts.some((part) => part.npi === npi && part.number === number))
  }
}

const ofLocation = ofParts((plan, { parameter, isDirect }, isOne) =>
  plan.checkLocation(parameter, isDirect, (_, number, record) => isOne(record, number)),
)

const ofEndpoint = ofParts((plan, { parameter, isDirect }, isOne) => {
  if (isDirect && plan.type === 'Endpoint') plan.endpointChecks.push(isOne)
  else plan.check(parameter, (record) => endpointsOf(record).some(({ number }) => isOne(record, number)))
})

/** A reference to the type: its id, Type/id, or the address of the resource here. */
function reference(type: DirectoryType, ofIds: Parameter): Parameter {
  return (plan, given, context) => {
    takeModifier(given, type)
    const values = given.values.flatMap((value) => {
      const local = value.startsWith(`${context.base}/`) ? value.slice(context.base.length + 1) : value
      const [one = '', two, ...more] = local.split('/')
      if (two === undefined) return [one]
      return one === type && more.length === 0 ? [two] : []
    })
    ofIds(plan, { ...given, modifier: undefined, isDirect: false, values }, context)
  }
}

const never: Parameter = (plan, { parameter }) => {
  plan.isNone = true
  plan.notes.push(`${shownName(parameter)}: CMS publishes nothing of this kind, so no resource matches.`)
}

interface Token {
  /** Undefined where none was named; empty for "without a system". */
  system: string | undefined
  code: string
}

function tokenIn(value: string): Token {
  const bar = value.indexOf('|')
  return bar === -1 ? { system: undefined, code: value } : { system: value.slice(0, bar), code: value.slice(bar + 1) }
}

const identifier: Parameter = (plan, given) => {
  takeModifier(given)
  const npis = given.values.flatMap((value) => {
    const { system, code } = tokenIn(value)
    if (system !== undefined && system !== fhirSystems.npi) {
      const reason = `expected an NPI, alone or behind ${fhirSystems.npi}|; other identifiers are not indexed`
      fail('fhir_not_supported', { parameter: shownName(given.parameter), reason })
    }
    if (!hasValidCheckDigit(code)) refuseValue(given, 'an NPI: ten digits, the last of which checks the others', code)
    return npiIn(code)
  })
  plan.npis(given.parameter, npis)
}

/** A token that every resource has with this value. */
function always(code: string): Parameter {
  return (plan, given) => {
    takeModifier(given)
    if (!given.values.some((value) => tokenIn(value).code === code)) plan.isNone = true
  }
}

const gender: Parameter = (plan, given) => {
  takeModifier(given)
  const codes = given.values.map((value) => tokenIn(value).code)
  const known = codes.filter((code) => code === 'male' || code === 'female')
  if (known.length === 0) plan.isNone = true
  else if (known.every((code) => code === known[0])) plan.gender(known[0] === 'male' ? 'M' : 'F')
  else plan.check(given.parameter, (record) => isPerson(record) && record.gender !== null)
}

function taxonomyCodes(values: readonly string[]): string[] {
  return values.flatMap((value) => {
    const { system, code } = tokenIn(value)
    return (system === undefined || system === fhirSystems.nucc) && code !== '' ? [code] : []
  })
}

function refuseWholeSystem(given: Given): void {
  if (given.values.some((value) => tokenIn(value).code === '')) refuseValue(given, 'a code', given.values.join(','))
}

const specialty: Parameter = (plan, given) => {
  takeModifier(given)
  refuseWholeSystem(given)
  plan.taxonomies(given.parameter, taxonomyCodes(given.values))
}

const organizationType: Parameter = (plan, given) => {
  takeModifier(given)
  refuseWholeSystem(given)
  const types = given.values.map(tokenIn).filter(({ system, code }) => {
    const isOfSystem = system === undefined || system === fhirSystems.organizationType
    return isOfSystem && (code === 'prvgrp' || code === 'fac')
  })
  const codes = taxonomyCodes(given.values)
  if (types.length === 0) plan.taxonomies(given.parameter, codes)
  else if (types.every(({ code }) => code === 'prvgrp') && given.values.length === types.length && plan.isFacilityFree)
    plan.filters.facilityType = 'practice'
  else {
    plan.check(
      given.parameter,
      (record) =>
        !isPerson(record) &&
        (types.some(({ code }) => code === organizationTypeOf(record)) ||
          record.taxonomies.some(({ code }) => codes.includes(code))),
    )
  }
}

/** How a text is compared: its start without case and accents, wholly with :exact, anywhere with :contains. */
function textTest({ values, modifier }: Given): (text: string) => boolean {
  if (modifier === 'exact') return (text) => values.includes(text)
  const wanted = values.map(folded)
  return (text) => {
    const own = folded(text)
    return wanted.some((one) => (modifier === 'contains' ? own.includes(one) : own.startsWith(one)))
  }
}

/** Each is compared with every text of a record. */
function requireTexts(given: Given): void {
  const { length } = given.values
  if (length > fhirTextsMax) refuseValue(given, `at most ${fhirTextsMax} values`, `${length}`)
  for (const value of given.values) if (folded(value) === '') refuseValue(given, 'letters or digits', value)
}

/** Some text of the record; the index of names narrows it for one text without :contains. */
function ofNames(textsOf: (record: ProviderRecord) => readonly string[], isWholeIndex = false): Parameter {
  return (plan, given) => {
    takeModifier(given, 'exact', 'contains')
    requireTexts(given)
    const isIndexed = given.values.length === 1 && given.modifier !== 'contains'
    if (isIndexed) plan.words(given.parameter, given.values[0] ?? '')
    if (isIndexed && isWholeIndex && given.modifier === undefined) return
    const isText = textTest(given)
    plan.check(given.parameter, (record) => textsOf(record).some(isText))
  }
}

function partsOf(record: ProviderRecord, part: 'family' | 'given'): string[] {
  if (!isPerson(record)) return []
  const all = [record.nameParts, ...record.otherNames.map(({ nameParts }) => nameParts)]
  return all.flatMap((one) => (part === 'family' ? [one?.last] : [one?.first, one?.middle])).filter(isText)
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

function personNames(record: ProviderRecord): string[] {
  const texts = [record.name, ...record.otherNames.map(({ name }) => name)]
  return [...texts, ...partsOf(record, 'family'), ...partsOf(record, 'given')]
}

function organizationNames({ name, otherNames }: ProviderRecord): string[] {
  return [name, ...otherNames.map((other) => other.name)]
}

type AddressPart = (address: PracticeLocation['address']) => readonly (string | undefined)[]

function ofAddress(partsOfAddress: AddressPart): Parameter {
  return (plan, given) => {
    takeModifier(given, 'exact', 'contains')
    requireTexts(given)
    const test = textTest(given)
    plan.checkLocation(given.parameter, given.isDirect, ({ address }) =>
      partsOfAddress(address).filter(isText).some(test),
    )
  }
}

const wholeAddress = ofAddress((address) => {
  const { firstLine, secondLine, city, postalCode, countryCode } = address
  return [firstLine, secondLine, city, usStateOf(address), postalCode, countryCode]
})

const city: Parameter = (plan, given) => {
  takeModifier(given, 'exact', 'contains')
  requireTexts(given)
  const { values, modifier, isDirect, parameter } = given
  const wanted = values.map((value) => value.trim().replace(/\s+/g, ' ').toUpperCase())
  const [text = ''] = wanted
  const isIndexed = modifier === undefined && values.length === 1
  if (isIndexed && plan.filedAddress({ city: { text, isPrefix: true } }, isDirect)) return
  const isCity =
    modifier === undefined
      ? (filed: string) => wanted.some((one) => filed.toUpperCase().startsWith(one))
      : textTest(given)
  plan.checkLocation(parameter, isDirect, ({ address }) => isCity(address.city))
}

const state: Parameter = (plan, given) => {
  takeModifier(given, 'exact')
  const codes = given.values.map((value) => value.toUpperCase())
  for (const code of codes) if (!stateCodes.includes(code)) refuseValue(given, 'a two-letter code of a state', code)
  const [code = ''] = codes
  if (codes.length === 1 && isStateIndexed(plan, given, code)) return
  plan.checkLocation(given.parameter, given.isDirect, ({ address }) => codes.includes(usStateOf(address) ?? ''))
}

/** Whether the index answers it alone. A territory is also filed as a country, so it is searched as a place. */
function isStateIndexed(plan: Plan, { isDirect }: Given, code: string): boolean {
  if (!territories.has(code)) return plan.filedAddress({ country: 'US', state: code }, isDirect)
  const middle = locateState(code)
  if (middle === undefined) return false
  const { latitude, longitude } = middle
  return plan.place({ latitude, longitude, state: code }) && !plan.isOfEachLocation(isDirect)
}

const zipDigits = 5

const postalCode: Parameter = (plan, given) => {
  takeModifier(given)
  requireTexts(given)
  const { parameter, values, isDirect } = given
  const codes = values.map((value) => {
    if (/^(\d{3,5}|\d{5}-?\d{4})$/.test(value)) return value.replace('-', '')
    return refuseValue(given, 'a ZIP code of 5 or 9 digits, or at least its first 3', value)
  })
  const [code = ''] = codes
  const place = { postalCode: { text: code.slice(0, zipDigits), isPrefix: true } }
  const isAnswered = codes.length === 1 && plan.filedAddress(place, isDirect)
  if (isAnswered && code.length <= zipDigits) return
  plan.checkLocation(parameter, isDirect, ({ address }) => {
    const filed = address.postalCode.replace(/[\s-]/g, '')
    return codes.some((one) => filed.startsWith(one))
  })
}

const milesOfUnits: Readonly<Record<string, number>> = {
  km: 0.621371192237334,
  m: 0.000621371192237334,
  mi: 1,
  '[mi_us]': 1.000002,
  '[mi_i]': 1,
  ft: 1 / 5280,
}

const near: Parameter = (plan, given) => {
  takeModifier(given)
  const wanted = nearIn(given, oneValue(given))
  const isFirst = plan.place(wanted)
  if (isFirst) plan.near = wanted
  if (isFirst && !plan.isOfEachLocation(given.isDirect)) return
  const distance = distanceFrom(wanted)
  const check = ({ address: { coords } }: PracticeLocation) => {
    const miles = coords === null ? undefined : distance(coords)
    return miles !== undefined && miles <= wanted.radiusMiles
  }
  if (isFirst) plan.locationChecks.push(check)
  else plan.checkLocation(given.parameter, given.isDirect, check)
}

function nearIn(given: Given, value: string): Near {
  const [latitudeText = '', longitudeText = '', distanceText = '', unit = '', ...more] = value.split('|')
  const latitude = numberIn(latitudeText)
  const longitude = numberIn(longitudeText)
  const isPlace =
    latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isPlace || more.length > 0) return refuseValue(given, 'latitude|longitude|distance|units in degrees', value)
  const miles = Object.hasOwn(milesOfUnits, unit || 'km') ? milesOfUnits[unit || 'km'] : undefined
  if (miles === undefined) return refuseValue(given, `one of the units ${Object.keys(milesOfUnits).join(', ')}`, unit)
  const distance = distanceText === '' ? undefined : numberIn(distanceText)
  if (distanceText !== '' && !(distance !== undefined && distance > 0))
    return refuseValue(given, 'a distance above 0', value)
  const radiusMiles = distance === undefined ? radiusMilesDefault : distance * miles
  if (radiusMiles > radiusMilesMax * roundingAllowed) {
    return refuseValue(given, `a distance of at most ${radiusMilesMax} miles (40.2 km)`, value)
  }
  return { latitude, longitude, radiusMiles }
}

/** 25 miles of the US survey are a little more than 25. */
const roundingAllowed = 1.00001

function numberIn(text: string): number | undefined {
  return /^[+-]?\d{1,6}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined
}

/** Miles by great circle, as the index measures them. */
export function distanceFrom({ latitude, longitude }: Near): (coords: readonly [number, number]) => number {
  const origin = new Origin(latitude * microdegrees, longitude * microdegrees)
  return ([east, north]) =>
    milesOf(origin.haversineTo(Math.round(north * microdegrees), Math.round(east * microdegrees)))
}

const lastUpdated: Parameter = (plan, given, { lastUpdatedMs }) => {
  takeModifier(given)
  const areMet = given.values.map((value) => {
    const [, prefix = 'eq', text = ''] = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?(.*)$/.exec(value) ?? []
    const { fromMs, toMs } = periodIn(text) ?? refuseValue(given, 'a date such as ge2026-11-08', value)
    switch (prefix) {
      case 'ne':
        return lastUpdatedMs < fromMs || lastUpdatedMs >= toMs
      case 'gt':
      case 'sa':
        return lastUpdatedMs >= toMs
      case 'lt':
      case 'eb':
        return lastUpdatedMs < fromMs
      case 'ge':
        return lastUpdatedMs >= fromMs
      case 'le':
        return lastUpdatedMs < toMs
      default:
        return lastUpdatedMs >= fromMs && lastUpdatedMs < toMs
    }
  })
  if (!areMet.includes(true)) plan.isNone = true
}

const active = always('true')
const status = always('active')

const parameters: Parameters = {
  Practitioner: {
    _id: ofProvider,
    _lastUpdated: lastUpdated,
    identifier,
    active,
    name: ofNames(personNames, true),
    family: ofNames((record) => partsOf(record, 'family')),
    given: ofNames((record) => partsOf(record, 'given')),
    gender,
  },
  PractitionerRole: {
    _id: ofProvider,
    _lastUpdated: lastUpdated,
    active,
    practitioner: reference('Practitioner', ofProvider),
    location: reference('Location', ofLocation),
    endpoint: reference('Endpoint', ofEndpoint),
    specialty,
    organization: never,
    role: never,
    service: never,
    network: never,
  },
  Organization: {
    _id: ofProvider,
    _lastUpdated: lastUpdated,
    identifier,
    active,
    name: ofNames(organizationNames),
    address: wholeAddress,
    'address-city': city,
    'address-state': state,
    'address-postalcode': postalCode,
    type: organizationType,
    endpoint: reference('Endpoint', ofEndpoint),
    partof: never,
    'coverage-area': never,
  },
  Location: {
    _id: ofLocation,
    _lastUpdated: lastUpdated,
    name: ofNames(({ name }) => [name]),
    address: wholeAddress,
    'address-city': city,
    'address-state': state,
    'address-postalcode': postalCode,
    near,
    organization: organizationOfPart,
    status,
    type: never,
    partof: never,
    endpoint: never,
  },
  Endpoint: {
    _id: ofEndpoint,
    _lastUpdated: lastUpdated,
    organization: organizationOfPart,
    status,
  },
}

/** Of a location or endpoint: persons have none. */
function organizationOfPart(plan: Plan, given: Given, context: Context): void {
  plan.narrow('Organization')
  reference('Organization', ofProvider)(plan, given, context)
}
