import type { z } from 'zod'
import type { Api } from '#contract/api'
import { fullNameExpected } from '#contract/source-endpoints'
import type { LicenseHit } from '#contract/sources'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { cacheControls } from '../http/representations.ts'
import type { Fail, Verb } from '../http/verb.ts'
import { shown } from '../platform/shown.ts'
import { byNpiAlone, countsFor, type Judged, judged, listsOf, matchListed, surestOf } from './answer-lists.ts'
import { findLicenses, type Listed, type ListSource, loadedLists } from './ask.ts'
import { fullNameOf, namesIn, personNamed } from './asked-name.ts'
import { numberKey } from './keys.ts'
import type { Match } from './match/match.ts'
import { withNicknames } from './match/person-name.ts'
import { askedBy, npiStatusOf, type RegistryPerson } from './registry-person.ts'
import type { LicenseRow, PersonName } from './source-list.ts'

type Query = z.output<Api['searchLicenses']['query']>

interface Question {
  keys: Parameters<typeof findLicenses>[1]
  /** Whose lists are asked; undefined for all. */
  states: readonly string[] | undefined
  judge: (one: Listed<LicenseRow>) => Match
}

export function searchLicenses(parts: {
  database: { db: ListSource }
  registry: RegistrySource
}): Verb<Api['searchLicenses']> {
  return async ({ query, fail }) => {
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const { keys, states, judge } = questionOf(query, registry, fail)
    const { db } = parts.database
    const counts = countsFor(registry)
    const [loaded, found] = await Promise.all([loadedLists(db), findLicenses(db, keys)])
    const { rows, hasMore } = judged(found, { judge, isAsked: ({ list }) => counts(list) })
    const asked = listsOf(loaded.filter(counts), { kind: 'license', states })
    const headers = { 'Cache-Control': cacheControls.checked }
    const ofNpi = query.npi === undefined ? {} : { npiStatus: npiStatusOf(registry, query.npi) }
    return { output: { licenses: rows.map(hitOf), hasMore, ...ofNpi, ...asked }, headers }
  }
}

function questionOf(query: Query, registry: Registry, fail: Fail<'invalid_input'>): Question {
  const { npi, state, number, name, profession } = query
  if (npi !== undefined) {
    const [beside] = Object.entries({ state, number, name, profession }).find(([, value]) => value !== undefined) ?? []
    if (beside !== undefined) fail('invalid_input', { parameter: beside, expected: 'nothing besides npi', got: 'both' })
    return byNpi(npi, registry)
  }
  if (state === undefined || (number === undefined && name === undefined)) {
    const parameter = state === undefined && (number ?? name) !== undefined ? 'state' : 'npi'
    const expected = parameter === 'npi' ? 'an NPI, or a state with a number or a name' : 'the state of the license'
    return fail('invalid_input', { parameter, expected, got: 'nothing' })
  }
  if (number !== undefined && numberKey(state, number) === undefined)
    fail('invalid_input', { parameter: 'number', expected: 'a license number', got: shown(number) })
  const names = name === undefined ? [] : namesIn(name)
  if (name !== undefined && names.length === 0)
    fail('invalid_input', { parameter: 'name', expected: fullNameExpected, got: shown(name) })
  const license = { state, number: number ?? '', profession: profession ?? '' }
  return {
    keys: number === undefined ? { names: withNicknames(names), state } : { numbers: [{ state, number }], state },
    states: [state],
    judge: (one) =>
      surestOf(
        (names.length === 0 ? [nobody] : names).map((each) => matchListed({ ...personNamed(each), ...license }, one)),
      ),
  }
}

const nobody: PersonName = { last: '', first: '', middle: '', suffix: '' }

function byNpi(npi: number, registry: Registry): Question {
  const asked = askedBy(registry, npi)
  const keys = { npi: String(npi), numbers: asked.kind === 'person' ? asked.person.licenses : [] }
  const judge: Question['judge'] = (one) => (asked.kind === 'person' ? judgedFor(asked.person, one) : byNpiAlone)
  return { keys, states: undefined, judge }
}

/** By each license that the registry has, and by the NPI where the list has that. */
function judgedFor(person: RegistryPerson, one: Listed<LicenseRow>): Match {
  const { npi, profession } = one.row
  const byRow = npi === person.npi ? [{ state: one.list.state ?? '', profession, number: '' }] : []
  return surestOf([...person.licenses, ...byRow].map((license) => matchListed({ ...person, ...license }, one)))
}

function hitOf({ list, row, verdict, basis }: Judged<LicenseRow>): LicenseHit {
  const { profession, number, npi, status, statusText, issuedOn, expiresOn, discipline, disciplinedOn } = row
  return {
    list,
    verdict,
    basis,
    state: list.state ?? '',
    profession,
    number,
    npi,
    name: fullNameOf(row.name),
    otherNames: row.otherNames.map(fullNameOf),
    issuedOn,
    status,
    statusText,
    expiresOn,
    discipline,
    disciplinedOn,
  }
}
