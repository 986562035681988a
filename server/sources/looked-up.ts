/**
 * What a look-up answers of primary sources: facts of Medicare, facilities, licenses with their board's row. With no
 * such list loaded it asks the database nothing, and reads no more of the registry's JSON than the licenses.
 */
import type { ListedLicense, Provenance } from '#contract/sources'
import type { Registry } from '#registry/search/query'
import { countsFor, matchListed } from './answer-lists.ts'
import { type Listed, type ListSource, type Loaded, licensesAndFactsFinder, loadedLists } from './ask.ts'
import { affiliationsIn, type MedicareFields, medicareFields, medicareOf } from './medicare-facts.ts'
import { recently } from './recently.ts'
import { personIn, type RegistryPerson } from './registry-person.ts'
import type { LicenseRow } from './source-list.ts'

interface LookUp {
  npi: number
  /** The registry's. */
  json: Buffer
  isPerson: boolean
  registry: Pick<Registry, 'isSample'>
}

interface SourceFields {
  /** JSON with a comma in front. */
  members: string
  provenance: Provenance
}

export type SourceLookUp = (asked: LookUp) => Promise<SourceFields>

export function sourceLookUp({ database: { db } }: { database: { db: ListSource } }): SourceLookUp {
  const knownLists = recently(() => loadedLists(db))
  const findLicensesAndFacts = licensesAndFactsFinder(db)
  return async ({ npi: number, json, isPerson, registry }) => {
    const counts = countsFor(registry)
    const loaded = (await knownLists()).filter(counts)
    const npi = String(number)
    const reported = licensesIn(json)
    const isOnRolls = isPerson && reported.length > 0 && loaded.some(({ kind }) => kind === 'license')
    const person = isOnRolls ? personIn(json.toString('utf8'), npi) : undefined
    const hasMedicare = loaded.some(({ kind }) => kind === 'medicare')
    const isAsked = person !== undefined || hasMedicare
    const found = isAsked ? await findLicensesAndFacts({ npi, numbers: person?.licenses ?? [] }) : nothing
    const facts = found.facts.filter(({ list }) => counts(list))
    const rows = found.licenses.filter(({ list }) => counts(list))
    const medicare: MedicareFields = hasMedicare
      ? medicareFields(facts, loaded, new Date().toISOString().slice(0, 10))
      : {}
    const links = affiliationsIn(facts, loaded)
    const licenses = reported.map((license) => boardOf(license, person, rows))
    const members = JSON.stringify({
      medicare: medicareOf(medicare),
      affiliations: links?.affiliations ?? null,
      licenses: reported.map(({ state, number }, index) => ({
        state,
        number,
        verified: licenses[index]?.verified ?? null,
      })),
    })
    const lists: Record<string, Loaded | undefined> = { affiliations: links?.list }
    for (const [field, { list }] of Object.entries(medicare)) lists[`medicare.${field}`] = list
    for (const [index, board] of licenses.entries()) lists[`licenses[${index}].verified`] = board?.list
    return { members: `,${members.slice(1, -1)}`, provenance: verifiedBy(lists) }
  }
}

function verifiedBy(lists: Readonly<Record<string, Loaded | undefined>>): Provenance {
  return Object.entries(lists).flatMap(([field, list]) =>
    list === undefined ? [] : [{ field, source: list.title, asOf: list.date, kind: 'verified' }],
  )
}

const nothing = { licenses: [], facts: [] }

const taxonomiesStart = ',"taxonomies":'
const taxonomiesEnd = ',"otherNames":'

type Reported = Omit<ListedLicense, 'verified'>

/**
 * The licenses in a provider's JSON, each once. No text in JSON has such a start or end, since its quotation marks are
 * escaped.
 */
export function licensesIn(json: Buffer): Reported[] {
  const start = json.indexOf(taxonomiesStart) + taxonomiesStart.length
  const text = json.toString('utf8', start, json.indexOf(taxonomiesEnd, start))
  if (!text.includes('"licenseNumber"')) return []
  const taxonomies: readonly { licenseNumber?: string; licenseState?: string }[] = JSON.parse(text)
  const found = new Map<string, Reported>()
  for (const { licenseNumber: number, licenseState: state = null } of taxonomies) {
    if (number !== undefined) found.set(`${state} ${number}`, { state, number })
  }
  return [...found.values()]
}

interface Board {
  list: Loaded
  verified: ListedLicense['verified']
}

/** The newest row that means this license of the person; one of a roll before one of a list of actions. */
export function boardOf(
  { state, number }: Reported,
  person: RegistryPerson | undefined,
  rows: readonly Listed<LicenseRow>[],
): Board | undefined {
  const license = person?.licenses.find((one) => one.state === state && one.number === number)
  if (person === undefined || license === undefined) return undefined
  const matches = rows.flatMap(({ list, row }) => {
    const { verdict, basis } = matchListed({ ...person, ...license }, { list, row })
    return verdict === 'match' ? [{ list, row, verdict, basis }] : []
  })
  const isRoll = ({ row }: Listed<LicenseRow>) => Number(row.status !== null)
  const [best] = matches.sort((a, b) => isRoll(b) - isRoll(a) || b.list.date.localeCompare(a.list.date))
  if (best === undefined) return undefined
  const { list, row, verdict, basis } = best
  const { status, statusText, expiresOn, discipline, disciplinedOn } = row
  const { title, date, isStale } = list
  const verified = {
    list: title,
    date,
    isStale,
    verdict,
    basis,
    status,
    statusText,
    expiresOn,
    discipline,
    disciplinedOn,
  }
  return { list, verified }
}
