/** The checks of a verification against lists of primary sources. Invented lists say nothing of real providers. */
import { dayStillRunning } from '#contract/days'
import type { CredentialType } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { type ListSource, type Loaded, loadedLists } from '../sources/ask.ts'
import type { Person } from '../sources/match/match.ts'
import { exclusionChecks } from './exclusion-checks.ts'
import { type LicenseAsked, type LicenseFindings, licenseChecks } from './license-checks.ts'
import type { RegistryEntry } from './registry-facts.ts'

export interface SourcesAsked {
  npi: string
  credential: CredentialType
  /** Of the request or its document; undefined for those that the registry has. */
  license: LicenseAsked | undefined
  entry: RegistryEntry
}

/** In the contract's order. `lists` are those that are loaded; they are read unless given. */
export async function sourceChecks(db: ListSource, asked: SourcesAsked, lists?: readonly Loaded[]): Promise<Check[]> {
  const { npi, credential, entry } = asked
  const loaded = lists ?? (await loadedLists(db))
  const licenses = licensesOf(asked).map(({ number, state }) => ({ number, state, profession: credential }))
  const [ofLicense, others] = await Promise.all([
    askBoards(db, asked, loaded),
    exclusionChecks(db, {
      npi,
      person: personOf(npi, entry),
      state: entry.facts?.state ?? null,
      licenses,
      today: new Date().toISOString().slice(0, 10),
      loaded: countingFor(entry, loaded),
    }),
  ])
  return [...ofLicense.checks, ...others]
}

/** The two checks of the license, with the board's row. */
export async function askBoards(
  db: ListSource,
  asked: SourcesAsked,
  lists?: readonly Loaded[],
): Promise<LicenseFindings> {
  const { npi, credential, entry } = asked
  const loaded = countingFor(entry, lists ?? (await loadedLists(db))).filter(({ kind }) => kind === 'license')
  const dayRunning = dayStillRunning(new Date())
  return licenseChecks(db, {
    licenses: licensesOf(asked),
    person: personOf(npi, entry),
    credential,
    dayRunning,
    loaded,
  })
}

function countingFor({ isSample }: RegistryEntry, lists: readonly Loaded[]): Loaded[] {
  return lists.filter((list) => isSample || !list.isSample)
}

function personOf(npi: string, { facts }: RegistryEntry): Person | undefined {
  if (facts?.kind !== 'individual') return undefined
  const { personName: name, otherNames } = facts
  return { npi, name, otherNames }
}

/** Each once. */
function licensesOf({ license, entry: { facts } }: SourcesAsked): LicenseAsked[] {
  if (license !== undefined) return [license]
  const onFile = (facts?.licenses ?? []).flatMap(({ number, state }) =>
    state === null ? [] : [{ number, state, from: 'registry' as const }],
  )
  return onFile.filter(
    ({ number, state }, at) => onFile.findIndex((one) => one.number === number && one.state === state) === at,
  )
}
