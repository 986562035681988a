/**
 * Writes what the lists that count say of NPIs to the file by which searches filter (registry/search/overlay.ts): who
 * accepts Medicare, and whose license of a state a board's roll confirms. What a list did not change is taken over.
 */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { individualFull } from '#contract/providers'
import { stateCodes } from '#contract/state-codes'
import { medicarePart, type OverlayPart, readOverlay, writeOverlay } from '#registry/search/overlay'
import type { Registry } from '#registry/search/query'
import type { Database } from '../platform/database/database.ts'
import { numberKey } from './keys.ts'
import { lists } from './lists.ts'
import { licensesIn } from './looked-up.ts'
import { matchLicense } from './match/match.ts'
import { unpackers } from './packed-row.ts'
import type { LicenseRow, PersonName } from './source-list.ts'
import { currentVersions, findRows, findRowsWith, type LoadedVersion } from './source-store.ts'

export function overlayFile(dataDir: string): string {
  return join(dataDir, 'sources', 'overlay.bin')
}

type Wanted = Omit<OverlayPart, 'npis'> & { versions: readonly LoadedVersion[] }

export interface OverlayParts {
  database: Database
  dataDir: string
  /** Opened where a roll is compared with it; without one, no license can be confirmed. */
  openRegistry: () => Promise<Registry | undefined>
}

/** Whether lists that count for the registry are not in it yet. A file that cannot be read has none. */
export async function isOverlayOld(
  { database, dataDir }: Pick<OverlayParts, 'database' | 'dataDir'>,
  registry: Pick<Registry, 'isSample'>,
): Promise<boolean> {
  const wanted = await wantedParts(database)
  const counting = wanted.filter(({ isSample }) => !isSample || registry.isSample)
  return differs(await partsBefore(dataDir), counting, wanted)
}

/** Also where lists are loaded meanwhile, it has what counts in the end. */
export async function updateOverlay(parts: OverlayParts): Promise<void> {
  const path = overlayFile(parts.dataDir)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  for (let stamp = ''; ; ) {
    const wanted = await wantedParts(parts.database)
    const found = wanted.map(({ name, madeOf }) => `${name} ${madeOf}`).join('\n')
    const before = await partsBefore(parts.dataDir)
    if (found === stamp || !differs(before, wanted, wanted)) return
    stamp = found
    const made: OverlayPart[] = []
    for (const one of wanted) {
      const { name, isSample, madeOf, versions } = one
      const same = before.find((part) => isSame(part, one))
      const npis =
        same?.npis ??
        (name === medicarePart ? await medicareNpis(parts, versions) : await confirmedNpis(parts, name, versions))
      if (npis !== undefined) made.push({ name, isSample, madeOf, npis })
    }
    await writeOverlay(path, made)
  }
}

async function partsBefore(dataDir: string): Promise<readonly OverlayPart[]> {
  const overlay = await readOverlay(overlayFile(dataDir)).catch(() => undefined)
  return overlay?.parts ?? []
}

function differs(before: readonly OverlayPart[], wanted: readonly Wanted[], known: readonly Wanted[]): boolean {
  const isMissing = wanted.some((one) => !before.some((part) => isSame(part, one)))
  return isMissing || before.some((part) => !known.some((one) => isSame(part, one)))
}

function isSame(part: OverlayPart, { name, madeOf }: Wanted): boolean {
  return part.name === name && part.madeOf === madeOf
}

async function wantedParts({ db }: Database): Promise<Wanted[]> {
  const current = await currentVersions(db)
  const part = (name: string, versions: readonly LoadedVersion[]): Wanted[] => {
    const madeOf = versions.map(({ list, version, sourceDate }) => `${list} ${version} ${sourceDate}`).join(', ')
    return versions.length === 0 ? [] : [{ name, madeOf, versions, isSample: versions.every((one) => one.isSample) }]
  }
  const medicare = current.filter(({ kind }) => kind === 'medicare')
  const byState = stateCodes.flatMap((state) => {
    const ofState = current.filter((one) => one.kind === 'license' && (one.state ?? state) === state)
    return ofState.some(isRoll) ? part(state, ofState) : []
  })
  return [...(hasFacts(medicare) ? part(medicarePart, medicare) : []), ...byState]
}

/** A state with lists of actions or of some licenses alone has no roll. */
function isRoll({ list, isSample }: LoadedVersion): boolean {
  return isSample || lists.some(({ name, wholeRollOf }) => name === list && wholeRollOf.length > 0)
}

/** Who is enrolled and who opted out: each by a list of its own, or the sample's, which has both. */
function hasFacts(versions: readonly LoadedVersion[]): boolean {
  const has = (...names: string[]) => versions.some(({ list }) => names.includes(list))
  return has('sample-medicare') || (has('cms-enrollments', 'cms-clinicians') && has('cms-opt-out'))
}

const rowsAtOnce = 5_000
const facts = ['enrollment', 'clinician', 'opt_out'].map((fact) => `"fact":"${fact}"`)

async function medicareNpis({ database }: OverlayParts, versions: readonly LoadedVersion[]): Promise<Uint32Array> {
  const enrolled: number[] = []
  const optedOut = new Set<number>()
  for (const { version, sourceDate } of versions) {
    for (let row = 0, more = true; more; ) {
      const rows = await findRowsWith(database.db, { version, row, texts: facts, countMax: rowsAtOnce })
      for (const { fields } of rows) {
        const one = unpackers.medicare(fields)
        if (one.fact === 'enrollment' || one.fact === 'clinician') enrolled.push(Number(one.npi))
        // An affidavit that ended before the list's day no longer holds.
        if (one.fact === 'opt_out' && (one.until === null || one.until >= sourceDate)) optedOut.add(Number(one.npi))
      }
      row = rows.at(-1)?.row ?? row
      more = rows.length === rowsAtOnce
    }
  }
  return ascending(enrolled.filter((npi) => !optedOut.has(npi)))
}

/** Each once. */
function ascending(npis: readonly number[]): Uint32Array {
  return Uint32Array.from(npis)
    .sort()
    .filter((npi, at, all) => at === 0 || all[at - 1] !== npi)
}

const shape = individualFull.pick({ npi: true, nameParts: true, otherNames: true, credentials: true, taxonomies: true })
type Person = z.output<typeof shape>

const peopleAtOnce = 1_000
/** Numbers of several professions share a key. */
const rowsMax = 50_000

async function confirmedNpis(
  { database, openRegistry }: OverlayParts,
  state: string,
  versions: readonly LoadedVersion[],
): Promise<Uint32Array | undefined> {
  const registry = await openRegistry()
  // Invented rolls say nothing of real people.
  if (registry === undefined || (versions.every(({ isSample }) => isSample) && !registry.isSample)) return undefined
  const npis = registry.licensedIn(state)
  const confirmed: number[] = []
  for (let at = 0; at < npis.length; at += peopleAtOnce) {
    const people = Array.from(npis.subarray(at, at + peopleAtOnce)).flatMap((npi) => entryOf(registry, npi, state))
    confirmed.push(...(await confirmedAmong(database, state, people)))
  }
  return ascending(confirmed)
}

/** A person as the registry has them, and the keys of their licenses of the state. */
interface Entry {
  npi: number
  json: Buffer
  keys: readonly string[]
}

function entryOf(registry: Registry, npi: number, state: string): Entry[] {
  const found = registry.get(npi)
  if (found.kind !== 'found' || found.resource !== 'individuals') return []
  const json = found.json('individuals')
  const keys = licensesIn(json).flatMap((one) => (one.state === state ? (numberKey(state, one.number) ?? []) : []))
  return keys.length === 0 ? [] : [{ npi, json, keys }]
}

async function confirmedAmong(database: Database, state: string, people: readonly Entry[]): Promise<number[]> {
  if (people.length === 0) return []
  const keys = [...new Set(people.flatMap((person) => person.keys))]
  const found = await findRows(database.db, { kinds: ['license'], keys, state, countMax: rowsMax })
  if (found.length === rowsMax && people.length > 1) {
    const half = people.length >> 1
    const first = await confirmedAmong(database, state, people.slice(0, half))
    return [...first, ...(await confirmedAmong(database, state, people.slice(half)))]
  }
  const byKey = new Map<string, (LicenseRow & { listState: string | null })[]>()
  for (const { fields, state: ofList, sourceDate } of found) {
    const row = unpackers.license(fields)
    if (row.status !== 'active' || (row.expiresOn !== null && row.expiresOn < sourceDate)) continue
    const key = numberKey(state, row.number) ?? ''
    byKey.set(key, [...(byKey.get(key) ?? []), { ...row, listState: row.state ?? ofList }])
  }
  const isConfirmed = ({ json, keys }: Entry) => {
    // Most people have no row, and reading all that the registry knows of one takes longest.
    if (!keys.some((key) => byKey.has(key))) return false
    const person = shape.parse(JSON.parse(json.toString('utf8')))
    return licensesOf(person, state).some((license) => {
      const rows = byKey.get(numberKey(state, license.number) ?? '') ?? []
      return rows.some((row) => matchLicense({ ...namesOf(person), ...license }, row).verdict === 'match')
    })
  }
  return people.filter(isConfirmed).map(({ npi }) => npi)
}

function licensesOf({ taxonomies, credentials }: Person, state: string) {
  return taxonomies.flatMap(({ code, licenseNumber: number, licenseState }) => {
    if (licenseState !== state || number === undefined) return []
    return [{ state, number, profession: [...professionsOf(code), ...credentials].join('/') }]
  })
}

/** The professions of NUCC's codes, by how these begin. */
const professions = [
  ['163W', 'RN'],
  ['164W', 'LPN'],
  ['164X', 'LPN'],
  ['363A', 'PA'],
  ['363L', 'APRN'],
  ['364S', 'APRN'],
  ['367', 'APRN'],
  ['20', 'MD/DO'],
] as const

function professionsOf(code: string): string[] {
  return professions.filter(([start]) => code.startsWith(start)).map(([, profession]) => profession)
}

function namesOf({ npi, nameParts, otherNames }: Person) {
  return {
    npi: String(npi),
    name: personName(nameParts),
    otherNames: otherNames.flatMap((one) => (one.nameParts === undefined ? [] : [personName(one.nameParts)])),
  }
}

function personName({ last, first = '', middle = '', suffix = '' }: Person['nameParts']): PersonName {
  return { last, first, middle, suffix }
}
