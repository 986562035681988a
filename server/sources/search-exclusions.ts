import type { z } from 'zod'
import type { Api } from '#contract/api'
import { fullNameExpected } from '#contract/source-endpoints'
import type { ExclusionHit } from '#contract/sources'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { cacheControls } from '../http/representations.ts'
import type { Fail, Verb } from '../http/verb.ts'
import { shown } from '../platform/shown.ts'
import { byNpiAlone, countsFor, type Judged, judged, listsOf, surestOf } from './answer-lists.ts'
import { findExclusions, type Listed, type ListSource, loadedLists } from './ask.ts'
import { fullNameOf, namesIn, personNamed } from './asked-name.ts'
import { type License, type Match, matchExclusion, matchOrganization, type Person } from './match/match.ts'
import { withNicknames } from './match/person-name.ts'
import { askedBy, npiStatusOf } from './registry-person.ts'
import type { ExclusionRow } from './source-list.ts'

type Query = z.output<Api['searchExclusions']['query']>

interface Question {
  keys: Parameters<typeof findExclusions>[1]
  judge: (one: Listed<ExclusionRow>) => Match
}

export function searchExclusions(parts: {
  database: { db: ListSource }
  registry: RegistrySource
}): Verb<Api['searchExclusions']> {
  return async ({ query, fail }) => {
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const { keys, judge } = questionOf(query, registry, fail)
    const { db } = parts.database
    const counts = countsFor(registry)
    const [loaded, found] = await Promise.all([loadedLists(db), findExclusions(db, keys)])
    const { state } = query
    const isAsked = ({ list, row }: Listed<ExclusionRow>) =>
      counts(list) && [list.state, row.state].every((one) => state === undefined || one === null || one === state)
    const today = new Date().toISOString().slice(0, 10)
    const { rows, hasMore } = judged(found, { judge, isAsked, order: (row) => (isInForce(row, today) ? 0 : 1) })
    const states = state === undefined ? undefined : [state]
    const asked = listsOf(loaded.filter(counts), { kind: 'exclusion', states })
    const headers = { 'Cache-Control': cacheControls.checked }
    const ofNpi = query.npi === undefined ? {} : { npiStatus: npiStatusOf(registry, query.npi) }
    return { output: { exclusions: rows.map((row) => hitOf(row, today)), hasMore, ...ofNpi, ...asked }, headers }
  }
}

function questionOf({ npi, name, state }: Query, registry: Registry, fail: Fail<'invalid_input'>): Question {
  if (npi !== undefined) {
    const beside = name !== undefined ? 'name' : 'state'
    if ((name ?? state) !== undefined)
      fail('invalid_input', { parameter: beside, expected: 'nothing besides npi', got: 'both' })
    return byNpi(npi, registry)
  }
  if (name === undefined)
    return fail('invalid_input', { parameter: 'npi', expected: 'an NPI or a name', got: 'nothing' })
  const names = namesIn(name)
  if (names.length === 0) fail('invalid_input', { parameter: 'name', expected: fullNameExpected, got: shown(name) })
  const organization = { npi: '', names: [name] }
  return {
    keys: { names: withNicknames(names), organizations: [name] },
    judge: (one) =>
      surestOf([
        ...names.map((each) => matchListed({ ...personNamed(each), licenses: [] }, one)),
        matchOrganization(organization, one.row),
      ]),
  }
}

/** How rows of lists of exclusions are found by an NPI and judged. */
export function byNpi(number: number, registry: Registry): Question {
  const asked = askedBy(registry, number)
  switch (asked.kind) {
    case 'person': {
      const { npi, name, otherNames, licenses } = asked.person
      const keys = { npi, names: withNicknames([name, ...otherNames]), numbers: licenses }
      return { keys, judge: (one) => matchListed(asked.person, one) }
    }
    case 'organization':
      return { keys: { npi: asked.npi, organizations: asked.names }, judge: ({ row }) => matchOrganization(asked, row) }
    case 'unknown':
      return { keys: { npi: asked.npi }, judge: () => byNpiAlone }
  }
}

function matchListed(asked: Person & { licenses: readonly License[] }, { list, row }: Listed<ExclusionRow>): Match {
  return matchExclusion(asked, { ...row, listState: list.state })
}

export function isInForce({ until }: Pick<ExclusionRow, 'until'>, today: string): boolean {
  return until === null || until > today
}

function hitOf({ list, row, verdict, basis }: Judged<ExclusionRow>, today: string): ExclusionHit {
  const { since, until, basis: grounds, npis, organization, licenseNumbers, city, state, waiverState } = row
  return {
    list,
    verdict,
    basis,
    isInForce: isInForce(row, today),
    since,
    until,
    grounds,
    npis: [...npis],
    name: row.name === null ? null : fullNameOf(row.name),
    organization,
    otherNames: row.otherNames.map(fullNameOf),
    licenseNumbers: [...licenseNumbers],
    city,
    state,
    waiverState,
  }
}
