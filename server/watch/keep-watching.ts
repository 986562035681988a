/**
 * Watches the providers on rosters: goes through the changes of the registry, and compares lists that were replaced, in
 * batches. A batch, what it found and how far it came are one transaction under one lock, as are the events made of
 * that and how far those came: of several processes one works at a time, and one that is killed leaves nothing half
 * done and nothing to be done twice. Neither registry nor list is compared when it is rolled back: the next one is,
 * with the last that was.
 */
import type { Transaction } from 'kysely'
import type { Change, ChangesFile } from '#registry/search/changes'
import { filingDate } from '#registry/search/filed-values'
import type { RegistrySource } from '#registry/search/follow'
import { presentStanding, type RegistryHistory, readWhole } from '#registry/search/history'
import type { Registry } from '#registry/search/query'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { fieldChangesOf } from '../providers/history.ts'
import { countsFor } from '../sources/answer-lists.ts'
import { type LoadedList, loadedVersions } from '../sources/ask.ts'
import { npiStatusOf } from '../sources/registry-person.ts'
import { keepFound, makeFound } from './events.ts'
import {
  eventsBetween,
  type Facts,
  type FoundEvent,
  factsOn,
  type ListNamed,
  noted,
  noticeEvents,
  summaryOf,
  withNoticesOf,
  withoutNotices,
} from './facts.ts'
import { factsOf } from './list-facts.ts'
import {
  beginProgress,
  claimProgress,
  dropFacts,
  dropProgress,
  findFacts,
  findRegistryProgress,
  type ListFacts,
  lockCompared,
  lockDue,
  lockNew,
  type Progress,
  type RegistryProgress,
  registrySource,
  saveFacts,
  saveProgress,
  saveRegistryProgress,
  saveSummaries,
  setStandings,
  standingsSource,
  watchedAmong,
} from './watch-store.ts'

const intervalMs = 2_000

/** Providers in a batch: those of a list are asked for in one statement, new ones and notices in one for each list. */
const listBatchSize = 2_000
const batchSize = 500

/** Changes of the registry in a batch, and what is left of the block in which it ends. */
const changesInBatch = 4_000

/** Events in a batch: for each provider one for each account that watches it. Others that record events wait for it. */
const eventsInBatch = 2_000

export interface WatchParts {
  database: Database
  registry: RegistrySource
  history: RegistryHistory
  /** For tests, as what follows. */
  now?: () => Date
  changesMin?: number
  eventsMax?: number
}

export function keepWatching(parts: WatchParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Changes of watched providers wait to be reported: ${reason}.`)
  return keepDoing(() => watchNext(parts), { name: 'watch', everyMs: intervalMs, onAway })
}

interface Step {
  trx: Transaction<Tables>
  registry: Registry
  progress: readonly Progress[]
  lists: readonly LoadedList[]
  /** yyyy-mm-dd */
  today: string
  changesMin: number
}

/** One batch; false when nothing is to be done, or another process is at it. */
export async function watchNext(parts: WatchParts): Promise<boolean> {
  const { database, registry, history, now = () => new Date() } = parts
  const { changesMin = changesInBatch, eventsMax = eventsInBatch } = parts
  const current = registry.current()
  if (current === undefined) return false
  return inTransaction(database, async (trx) => {
    const progress = await claimProgress(trx)
    if (progress === 'held') return false
    if (await makeFound(trx, eventsMax)) return true
    const lists = (await loadedVersions(trx)).filter(countsFor(current))
    if (progress === 'new') {
      const files = await history.files()
      const { sequence = 0, version = null } = files.at(-1)?.header ?? {}
      const ofLists = lists.map((list) => ({ source: list.name, done: list.version, done_version: null }))
      await beginProgress(trx, [{ source: registrySource, done: sequence, done_version: version }, ...ofLists])
      return true
    }
    const today = now().toISOString().slice(0, 10)
    const step = { trx, registry: current, progress, lists, today, changesMin }
    if (await readWhole(history, (files) => nextOfRegistry(step, files))) return true
    if (await nextOfLists(step)) return true
    // New members are compared with the version that serves now, which this process may not have yet.
    const serving = (await history.version()) ?? current.version
    if (serving !== current.version) return false
    return (await renewStandings(step)) || (await compareNew(step)) || noticeEnds(step)
  })
}

async function nextOfRegistry({ trx, changesMin }: Step, files: readonly ChangesFile[]): Promise<boolean> {
  const at = await findRegistryProgress(trx)
  const file = at && fileAfter(files, at)
  if (at === undefined || file === undefined) return false
  const { sequence, version, sourceDate, from, gap } = file.header
  const after = at.doingVersion === version ? at.npi : 0
  const changes = await file.changesAfter(after, changesMin)
  const last = changes.at(-1)
  if (last === undefined) {
    await saveRegistryProgress(trx, { done: sequence, doneVersion: version, doingVersion: null, npi: 0 })
    const isWhole = gap === null && (from?.version ?? null) === at.doneVersion
    if (!isWhole) await saveProgress(trx, { source: standingsSource, done: 0, doing: null, npi: 0 })
    return true
  }
  const npis = changes.map(({ npi }) => npi)
  const watched = await watchedAmong(trx, npis)
  const theirs = changes.filter(({ npi }) => watched.has(npi))
  const standings = theirs.flatMap((change) =>
    change.kind === 'status' ? [{ npi: change.npi, standing: change.after.status }] : [],
  )
  await setStandings(trx, standings)
  await saveRegistryProgress(trx, { ...at, doingVersion: version, npi: last.npi })
  const found = new Map(
    theirs.map((change) => [change.npi, eventsOf(change, { registryVersion: version, sourceDate })]),
  )
  await report(trx, found, `registry ${version}`)
  return true
}

/**
 * The file to go through next. A machine that starts over has none of the version that was gone through last: it takes
 * the first with newer data. One that is behind has none.
 */
function fileAfter(files: readonly ChangesFile[], { done, doneVersion }: RegistryProgress): ChangesFile | undefined {
  if (doneVersion === null) return files.find(({ header }) => header.sequence > done)
  const index = files.findIndex(({ header }) => header.version === doneVersion)
  if (index !== -1) return files[index + 1]
  return files.find(({ header }) => header.sourceDate > doneVersion.slice(0, 10))
}

/**
 * After a gap in the changes, providers have the standing that the registry gives them, with an event where CMS
 * deactivated or reactivated one meanwhile. A version that was rolled back to is not compared.
 */
async function renewStandings({ trx, registry, progress }: Step): Promise<boolean> {
  const at = progress.find(({ source }) => source === standingsSource)
  if (at === undefined || (await findRegistryProgress(trx))?.doneVersion !== registry.version) return false
  const npis = await lockCompared(trx, at.npi, listBatchSize)
  const last = npis.at(-1)
  if (last === undefined) await dropProgress(trx, standingsSource)
  else await saveProgress(trx, { ...at, npi: last })
  const before = await watchedAmong(trx, npis)
  await setStandings(trx, standingsOf(registry, npis))
  const found = new Map(npis.map((npi) => [npi, eventsSince(before.get(npi), npi, registry)]))
  await report(trx, found, `registry ${registry.version}`)
  return true
}

function eventsSince(before: string | undefined, npi: number, registry: Registry): FoundEvent[] {
  if (before === npiStatusOf(registry, npi)) return []
  const of = { registryVersion: registry.version, sourceDate: registry.sourceDate }
  const after = presentStanding(registry, npi)
  if (before === 'active' && after.status === 'deactivated') {
    const { deactivatedOn, replacementNpi } = after
    return [{ type: 'provider.deactivated', data: { ...of, deactivatedOn, replacementNpi }, cause: '' }]
  }
  if (before === 'deactivated' && after.status === 'active') {
    const { reactivatedOn } = after.record ?? {}
    const day = typeof reactivatedOn === 'string' ? reactivatedOn : null
    return [{ type: 'provider.reactivated', data: { ...of, reactivatedOn: day }, cause: '' }]
  }
  return []
}

function standingsOf(registry: Registry, npis: readonly number[]) {
  return npis.map((npi) => ({ npi, standing: npiStatusOf(registry, npi) }))
}

function eventsOf(change: Change, registry: { registryVersion: string; sourceDate: string }): FoundEvent[] {
  const changes = fieldChangesOf(change)
  if (change.kind === 'updated') {
    const says = changes.some(({ field }) => field !== filingDate)
    return says ? [{ type: 'provider.updated', data: { ...registry, changes }, cause: '' }] : []
  }
  const { before, after, reactivatedOn = null } = change
  if (after.status === 'deactivated' && before.status !== 'deactivated') {
    const { deactivatedOn, replacementNpi } = after
    return [{ type: 'provider.deactivated', data: { ...registry, deactivatedOn, replacementNpi }, cause: '' }]
  }
  if (after.status === 'active' && before.status === 'deactivated') {
    return [{ type: 'provider.reactivated', data: { ...registry, reactivatedOn }, cause: '' }]
  }
  return [{ type: 'provider.updated', data: { ...registry, changes }, cause: '' }]
}

function report(
  trx: Transaction<Tables>,
  found: ReadonlyMap<number, readonly FoundEvent[]>,
  cause: string,
): Promise<void> {
  const events = [...found].flatMap(([npi, all]) =>
    all.map((event) => ({ ...event, npi, cause: `${cause} ${event.cause}`.trim() })),
  )
  return keepFound(trx, events)
}

const ofRegistry: ReadonlySet<string> = new Set([registrySource, standingsSource])

/** A batch of the first list that is another than the one compared last, or that ended. */
async function nextOfLists(step: Step): Promise<boolean> {
  const { progress, lists } = step
  for (const list of lists) {
    const at = progress.find(({ source }) => source === list.name) ?? {
      source: list.name,
      done: 0,
      doing: null,
      npi: 0,
    }
    // A lower version was rolled back to.
    if (list.version > at.done) {
      await compareList(step, list, at)
      return true
    }
  }
  const ended = progress.find(({ source }) => !ofRegistry.has(source) && !lists.some(({ name }) => name === source))
  if (ended === undefined) return false
  await forgetList(step, ended)
  return true
}

async function compareList({ trx, registry, today }: Step, list: LoadedList, at: Progress): Promise<void> {
  const { name, version } = list
  const from = at.doing === version ? at.npi : 0
  const npis = await lockCompared(trx, from, listBatchSize)
  const last = npis.at(-1)
  if (last === undefined) {
    await saveProgress(trx, { source: name, done: version, doing: null, npi: 0 })
    return
  }
  const known = new Map((await findFacts(trx, npis, name)).map(({ npi, facts }) => [npi, facts]))
  const said = await factsOf(trx, { list, npis, registry, today, known })
  const found = new Map<number, FoundEvent[]>()
  const changed: ListFacts[] = []
  const gone: number[] = []
  for (const npi of npis) {
    const before = known.get(npi)
    const present = said.get(npi)
    if (present === undefined && before === undefined) continue
    const after = present && withNoticesOf(present, before)
    if (isSame(before, after)) continue
    found.set(npi, eventsBetween(before, after, named(list)))
    if (after === undefined) gone.push(npi)
    else changed.push({ npi, list: name, facts: after })
  }
  await saveFacts(trx, changed)
  await dropFacts(trx, name, gone)
  await summarize(trx, [...changed.map(({ npi }) => npi), ...gone], today)
  await saveProgress(trx, { source: name, done: at.done, doing: version, npi: last })
  await report(trx, found, `list ${name} ${version}`)
}

/** The members of stored JSON come in another order. */
function isSame(one: Facts | undefined, other: Facts | undefined): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)])
}

function named({ title, date }: LoadedList): ListNamed {
  return { list: title, listDate: date }
}

/** That a list ended says nothing of anybody. */
async function forgetList({ trx, today }: Step, { source, done, npi }: Progress): Promise<void> {
  const npis = await lockCompared(trx, npi, listBatchSize)
  const last = npis.at(-1)
  if (last === undefined) return dropProgress(trx, source)
  const known = await findFacts(trx, npis, source)
  const theirs = known.map((one) => one.npi)
  await dropFacts(trx, source, theirs)
  await summarize(trx, theirs, today)
  await saveProgress(trx, { source, done, doing: null, npi: last })
}

async function summarize(trx: Transaction<Tables>, npis: readonly number[], today: string): Promise<void> {
  if (npis.length === 0) return
  const byNpi = new Map<number, Facts[]>(npis.map((npi) => [npi, []]))
  for (const { npi, facts } of await findFacts(trx, npis)) byNpi.get(npi)?.push(facts)
  await saveSummaries(
    trx,
    [...byNpi].map(([npi, all]) => ({ npi, ...summaryOf(all, today) })),
  )
}

/** What is so when a provider is added is its state, and no event. */
async function compareNew({ trx, registry, lists, today }: Step): Promise<boolean> {
  const npis = await lockNew(trx, batchSize)
  if (npis.length === 0) return false
  await setStandings(trx, standingsOf(registry, npis))
  for (const list of lists) {
    const said = await factsOf(trx, { list, npis, registry, today })
    const facts = [...said].map(([npi, one]) => ({ npi, list: list.name, facts: withoutNotices(one, today) }))
    await saveFacts(trx, facts)
  }
  await summarize(trx, npis, today)
  return true
}

/** Licenses that end soon, and exclusions that ended on their day. */
async function noticeEnds({ trx, lists, today }: Step): Promise<boolean> {
  const npis = await lockDue(trx, today, batchSize)
  if (npis.length === 0) return false
  const found = new Map<number, FoundEvent[]>()
  const changed: ListFacts[] = []
  for (const one of await findFacts(trx, npis)) {
    const list = lists.find(({ name }) => name === one.list)
    if (list === undefined) continue
    const present = factsOn(one.facts, today)
    const { facts, due } = noted(present, today)
    if (isSame(one.facts, facts)) continue
    const events = [...eventsBetween(one.facts, present, named(list)), ...noticeEvents(facts, due, named(list))]
    changed.push({ ...one, facts })
    const theirs = events.map((event) => ({ ...event, cause: `${list.name} ${event.cause}` }))
    found.set(one.npi, [...(found.get(one.npi) ?? []), ...theirs])
  }
  await saveFacts(trx, changed)
  await summarize(trx, npis, today)
  await report(trx, found, `notice ${today}`)
  return true
}
