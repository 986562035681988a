import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRegistry } from '#registry/read/open-registry'
import { rollBack, versionDir } from '../announce.ts'
import type { BuildResult } from '../steps.ts'
import { zipOf } from '../test-archives.ts'
import { buildIn, mergeIn, sentencesOf, stateOf } from '../test-build.ts'
import {
  endpointCsv,
  longEndpoints,
  mainCsv,
  npiOf,
  organization,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
  writeFiles,
} from '../test-files.ts'
import { openWorkspace } from '../workspace.ts'
import { type PartWriter, writingThreads } from './parts/part-writer.ts'
import { stateFolder } from './state.ts'

const full = 'npidata_pfile_20050523-20261108.csv'
const weekly = 'npidata_pfile_20261109-20261115.csv'
const fullPlaces = 'pl_pfile_20050523-20261108.csv'
const weeklyPlaces = 'pl_pfile_20261109-20261115.csv'

const newer = { 'Last Update Date': '11/12/2026' }
const elsewhere = {
  'Provider First Line Business Practice Location Address': '1 MAIN ST',
  'Provider Business Practice Location Address Telephone Number': '9075550101',
}
const people = (count: number) => Array.from({ length: count }, (_, n) => person(npiOf(n)))

/** A registry in which a version of these rows serves. */
async function serving(rows: readonly Row[], others: Readonly<Record<string, string>> = {}): Promise<string> {
  const registryDir = testFolder()
  await buildIn(registryDir, writeFiles(testFolder(), { [full]: mainCsv(rows), ...others }))
  return registryDir
}

function ontoLast(registryDir: string, files: Readonly<Record<string, string | Buffer>>, options = {}) {
  return mergeIn(registryDir, writeFiles(testFolder(), files), options)
}

async function lookUp(registryDir: string, version: string, npi: string): Promise<string> {
  const registry = await openRegistry(versionDir(registryDir, version))
  try {
    const found = registry.get(Number(npi))
    return found.kind === 'found' ? found.json('doctors').toString() : found.kind
  } finally {
    registry.close()
  }
}

/** What the report of a merge says. */
function refusedIn({ reportPath }: BuildResult): unknown[] {
  if (reportPath === undefined) return []
  return readFileSync(reportPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}

function versionsIn(registryDir: string): string[] {
  return readdirSync(join(registryDir, 'versions')).sort()
}

function hasState(registryDir: string, version: string): boolean {
  return readdirSync(versionDir(registryDir, version)).includes(stateFolder)
}

test('a provider that no new row names shows an organization that has moved in beside it, and no longer one that left', async () => {
  const [clinician, there, away] = [npiOf(1), npiOf(2), npiOf(3)]
  const registryDir = await serving([person(clinician), organization(there), organization(away, elsewhere)])
  const [version = ''] = versionsIn(registryDir)
  const idOf = async (npi: string) => /"id":"(\w+)"/.exec(await lookUp(registryDir, version, npi))?.[1]
  expect(await lookUp(registryDir, version, clinician)).toContain(`"organizationIds":["${await idOf(there)}"]`)

  const swap = mainCsv([organization(there, { ...newer, ...elsewhere }), organization(away, newer)])
  const { manifest } = await ontoLast(registryDir, { [weekly]: swap })
  expect(await lookUp(registryDir, manifest.version, clinician)).toContain(`"organizationIds":["${await idOf(away)}"]`)
})

test('a file of locations that comes after the main file of its release takes back what it does not name, as rule H3 has it', async () => {
  const registryDir = await serving(people(30), {
    [fullPlaces]: secondaryCsv([secondaryLocation(npiOf(1), 'Utica', '13501')]),
  })
  const early = await ontoLast(registryDir, { [weekly]: mainCsv([person(npiOf(1), newer)]) })
  expect(await lookUp(registryDir, early.manifest.version, npiOf(1))).toContain('Utica')
  const late = await ontoLast(registryDir, {
    [weeklyPlaces]: secondaryCsv([secondaryLocation(npiOf(2), 'Rome', '13440')]),
  })
  expect(await lookUp(registryDir, late.manifest.version, npiOf(1))).not.toContain('Utica')
  expect(await lookUp(registryDir, late.manifest.version, npiOf(2))).toContain('Rome')
})

test('how far it is with finding what changes is told, to the last byte', async () => {
  const registryDir = await serving(people(4))
  const told: string[] = []
  const progress = {
    step: (name: string) => void told.push(name),
    note: (text: string) => void told.push(text.replace(/:.*/, '')),
    bytes: (done: number, total: number) => void told.push(done === total ? 'all bytes' : 'some bytes'),
    count() {},
  }
  await ontoLast(registryDir, { [weekly]: mainCsv([person(npiOf(1), newer)]) }, { progress })
  const from = told.indexOf('finding what changes')
  expect(told.slice(from, told.indexOf('opening the last version')).at(-1)).toBe('all bytes')
  const indexes = told.slice(told.indexOf('writing the snapshot') + 1, told.indexOf('opening the snapshot'))
  // Two of them are parts, which are told of when they are ready.
  expect(indexes.sort()).toEqual(
    ['credentials', 'names', 'neighbours', 'places', 'providers', 'reviews and ratings', 'specialties'].map(
      (name) => `  index of ${name}`,
    ),
  )
})

test('a provider that becomes too large for a record, or fits again, is counted as in a build from all files, and the report names it', async () => {
  const [fullEndpoints, weeklyEndpoints] = [
    'endpoint_pfile_20050523-20261108.csv',
    'endpoint_pfile_20261109-20261115.csv',
  ]
  const many = { [fullEndpoints]: endpointCsv(longEndpoints(npiOf(1), 300)) }
  const registryDir = await serving(people(4), many)
  const week = {
    [weekly]: mainCsv([1, 2].map((n) => person(npiOf(n), newer))),
    [weeklyEndpoints]: endpointCsv(longEndpoints(npiOf(2), 299)),
  }
  // An hour later, for the report of the first build is named after its time.
  const later = new Date('2026-11-20T13:00:00Z')
  const merged = await ontoLast(registryDir, week, { allowCountChange: true, now: later })
  expect(await lookUp(registryDir, merged.manifest.version, npiOf(1))).toContain(npiOf(1))
  expect(await lookUp(registryDir, merged.manifest.version, npiOf(2))).toBe('unknown')
  expect(refusedIn(merged)).toEqual([
    expect.objectContaining({ file: weekly, line: null, got: `more of NPI ${npiOf(2)}` }),
  ])
  const all = { [full]: mainCsv(people(4)), ...many, ...week }
  expect(merged.manifest).toEqual((await buildIn(testFolder(), writeFiles(testFolder(), all))).manifest)

  const nextMain = 'npidata_pfile_20261116-20261119.csv'
  const mended = {
    [nextMain]: mainCsv([person(npiOf(2), { 'Last Update Date': '11/19/2026' })]),
    'endpoint_pfile_20261116-20261119.csv': endpointCsv([{ NPI: npiOf(2), 'Endpoint Type': 'FHIR', Endpoint: 'x' }]),
  }
  const again = await ontoLast(registryDir, mended, { allowCountChange: true })
  expect(again.manifest.refused).toEqual({ rows: 0, byReason: {}, files: [] })
  expect(refusedIn(again)).toEqual([])
  expect(again.manifest).toEqual(
    (await buildIn(testFolder(), writeFiles(testFolder(), { ...all, ...mended }))).manifest,
  )
})

test('files that the version was built from are passed over, and only such files are nothing to merge', async () => {
  const registryDir = await serving(people(30))
  const folder = testFolder()
  const [old = '', fresh = ''] = writeFiles(folder, {
    [full]: mainCsv(people(30)),
    [weekly]: mainCsv([person(npiOf(1), newer)]),
  })
  const { manifest, ignored, files } = await mergeIn(registryDir, [old, fresh])
  expect(ignored).toEqual([
    { name: full, reason: expect.stringMatching(/^version 2026-11-08-\w+ was built from it already$/) },
  ])
  expect(files.map(({ source }) => source.name)).toEqual([weekly])
  expect(manifest.sources.map(({ name, taken, superseded }) => [name, taken, superseded])).toEqual([
    [full, 29, 1],
    [weekly, 1, 0],
  ])
  const before = stateOf(registryDir)
  expect(await sentencesOf(mergeIn(registryDir, [old, fresh]))).toBe(
    `expected files that version ${manifest.version} was not built from; got none but 2 that it was`,
  )
  const [changed = ''] = writeFiles(testFolder(), { [weekly]: mainCsv(people(2)) })
  expect(await sentencesOf(mergeIn(registryDir, [changed]))).toContain(`${weekly}: expected the `)
  expect(stateOf(registryDir)).toBe(before)
})

test('a file or an archive that was left out and comes again whole is no longer told of as refused', async () => {
  const places = secondaryCsv([secondaryLocation(npiOf(2), 'Rome', '13440')])
  const whole = { [weekly]: mainCsv([person(npiOf(1), newer)]), 'week.zip': await zipOf({ [weeklyPlaces]: places }) }
  const damaged = { [weekly]: 'no header\n', 'week.zip': 'no archive', 'other.csv': 'no header either\n' }
  const first = { [full]: mainCsv(people(30)) }
  const registryDir = testFolder()
  const { manifest } = await buildIn(registryDir, writeFiles(testFolder(), { ...first, ...damaged }), {
    leaveOutRefused: true,
  })
  expect(manifest.refused.files.map(({ name }) => name)).toEqual([weekly, 'other.csv', 'week.zip'])
  const merged = await ontoLast(registryDir, whole)
  expect(merged.manifest.refused.files.map(({ name }) => name)).toEqual(['other.csv'])
  const all = writeFiles(testFolder(), { ...first, ...damaged, ...whole })
  expect(merged.manifest).toEqual((await buildIn(testFolder(), all, { leaveOutRefused: true })).manifest)
})

test('what stops a build stops a merge, and nothing has changed', async () => {
  const registryDir = await serving(people(40))
  const before = stateOf(registryDir)
  const many = { [weekly]: mainCsv(Array.from({ length: 3 }, (_, n) => person(npiOf(60 + n), newer))) }
  expect(await sentencesOf(ontoLast(registryDir, many))).toContain('expected individuals to change by at most 5 %')
  expect(await sentencesOf(ontoLast(registryDir, { [weekly]: mainCsv([person('1')]) }))).toContain(
    'expected at most 0.5 % refused',
  )
  const labels = { 'nucc.csv': 'Code,Grouping,Classification,Specialization\n207RC0000X,a,b,c\n' }
  expect(await sentencesOf(ontoLast(registryDir, labels))).toContain(
    'got a taxonomy table, which takes a build from all files',
  )
  expect(await sentencesOf(mergeIn(testFolder(), []))).toContain('got a folder in which no version serves')
  expect(stateOf(registryDir)).toBe(before)
  expect((await ontoLast(registryDir, many, { allowCountChange: true })).manifest.counts.individuals).toBe(43)
})

test('labels of a taxonomy table hold on in what is merged', async () => {
  const table = { 'nucc.csv': 'Code,Grouping,Classification,Specialization\n207RC0000X,a,Heart Matters,\n' }
  const registryDir = await serving(people(30), table)
  const { manifest } = await ontoLast(registryDir, { [weekly]: mainCsv([person(npiOf(1), newer)]) })
  for (const npi of [npiOf(1), npiOf(2)])
    expect(await lookUp(registryDir, manifest.version, npi)).toContain('Heart Matters')
})

test('reviews and ratings are read anew, so a merge without those that the version has stops', async () => {
  const reviews = { 'reviews.csv': `npi,rating,comment,date,source\n${npiOf(1)},4,On time.,2026-11-01,Example\n` }
  const registryDir = await serving(people(30), reviews)
  const increment = { [weekly]: mainCsv([person(npiOf(2), newer)]) }
  const before = stateOf(registryDir)
  expect(await sentencesOf(ontoLast(registryDir, increment))).toMatch(
    /got 2026-11-08-\w+, which has reviews.csv: reviews and ratings are read anew, so it has to be given again$/,
  )
  expect(stateOf(registryDir)).toBe(before)
  const { manifest } = await ontoLast(registryDir, { ...increment, ...reviews })
  expect(manifest.sources.map(({ name, taken }) => [name, taken])).toEqual([
    ['reviews.csv', 1],
    [full, 29],
    [weekly, 1],
  ])
})

test('reviews that are refused are left out as in a build from all files, and the next merge finds its rows all the same', async () => {
  const lenient = { leaveOutRefused: true }
  const reviews = (content: string) => ({ 'reviews.csv': `npi,rating,comment,date,source\n${content}` })
  const good = reviews(`${npiOf(1)},4,On time.,2026-11-01,Example\n`)
  const first = { [full]: mainCsv(people(30)) }
  const weeks = [
    { ...reviews('1,4,Wrong NPI.,2026-11-01,Example\n'), [weekly]: mainCsv([person(npiOf(2), newer)]) },
    { ...good, 'npidata_pfile_20261116-20261119.csv': mainCsv([person(npiOf(2), newer), person(npiOf(3), newer)]) },
  ]
  const registryDir = await serving(people(30), good)
  let all: Record<string, string> = { ...first, ...good }
  for (const week of weeks) {
    all = { ...all, ...week }
    const { manifest } = await ontoLast(registryDir, week, lenient)
    expect(manifest).toEqual((await buildIn(testFolder(), writeFiles(testFolder(), all), lenient)).manifest)
  }
})

test('a refused file of rows and refused reviews are told of together', async () => {
  const registryDir = await serving(people(30))
  const before = stateOf(registryDir)
  const said = await sentencesOf(
    ontoLast(registryDir, {
      [weekly]: mainCsv([person('1')]),
      'reviews.csv': 'npi,rating,comment,date,source\n1,4,Wrong NPI.,2026-11-01,Example\n',
    }),
  )
  expect(said).toContain(`${weekly}: expected at most 0.5 % refused`)
  expect(said).toContain('reviews.csv: expected at most 0.5 % refused')
  expect(stateOf(registryDir)).toBe(before)
})

test('rows are on the disk once, however many versions are merged of them, and go with a build from all files', async () => {
  const registryDir = await serving(people(30))
  const [first = ''] = versionsIn(registryDir)
  const rowsOf = (version: string, name: string) => statSync(join(versionDir(registryDir, version), stateFolder, name))
  const { manifest } = await ontoLast(registryDir, { [weekly]: mainCsv([person(npiOf(1), newer)]) })
  expect(rowsOf(manifest.version, 'rows-0').ino).toBe(rowsOf(first, 'rows-0').ino)
  expect(rowsOf(manifest.version, 'rows-1').size).toBeLessThan(rowsOf(first, 'rows-0').size)
  await buildIn(registryDir, writeFiles(testFolder(), { [full]: mainCsv(people(31)) }))
  expect(versionsIn(registryDir).filter((version) => hasState(registryDir, version))).toHaveLength(1)
})

test('after rolling back, files are merged onto the version that serves then', async () => {
  const registryDir = await serving(people(30))
  const wrong = await ontoLast(registryDir, {
    [weekly]: mainCsv([person(npiOf(1), { ...newer, 'Provider First Name': 'WRONG' })]),
  })
  const workspace = openWorkspace(registryDir, () => ({ release() {} }))
  await rollBack(workspace, new Date('2026-11-20T13:00:00Z')).finally(() => workspace.close())
  const right = await ontoLast(registryDir, {
    [weekly]: mainCsv([person(npiOf(2), { ...newer, 'Provider First Name': 'RIGHT' })]),
  })
  expect(right.manifest.version).not.toBe(wrong.manifest.version)
  expect(await lookUp(registryDir, right.manifest.version, npiOf(1))).toContain('Ada')
  expect(await lookUp(registryDir, right.manifest.version, npiOf(2))).toContain('Right')
})

test('a version with a damaged file, or without its build state, says so instead of being merged onto', async () => {
  const registryDir = await serving(people(30))
  const [version = ''] = versionsIn(registryDir)
  const dir = versionDir(registryDir, version)
  const state = join(dir, stateFolder)
  const paths = [
    ...['npis.u32', 'records.bin', 'details.bin', 'name-bearers.list', 'spot-positions.i32'].map((name) =>
      join(dir, name),
    ),
    ...readdirSync(state).map((name) => join(state, name)),
  ]
  const increment = { [weekly]: mainCsv([person(npiOf(1), newer)]) }
  const expectNoMerge = async () => {
    const before = stateOf(registryDir)
    const said = await sentencesOf(ontoLast(registryDir, increment))
    expect(said).toMatch(/^expected a version that new files can be merged onto; got one (that|whose build state) /)
    expect(stateOf(registryDir)).toBe(before)
  }
  for (const path of paths) {
    const whole = readFileSync(path)
    if (whole.length === 0) continue
    const flipped = Buffer.from(whole)
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1
    writeFileSync(path, flipped)
    await expectNoMerge()
    truncateSync(path, whole.length - 1)
    await expectNoMerge()
    rmSync(path)
    await expectNoMerge()
    writeFileSync(path, whole)
  }
  expect((await ontoLast(registryDir, increment)).outcome).toBe('announced')
})

test('a thread that writes a part says what is damaged as this one does', async () => {
  const registryDir = await serving(people(30))
  const [version = ''] = versionsIn(registryDir)
  const increment = { [weekly]: mainCsv([person(npiOf(1), newer)]) }
  for (const name of ['records.bin', 'details.bin']) {
    const path = join(versionDir(registryDir, version), name)
    const whole = readFileSync(path)
    const flipped = Buffer.from(whole)
    flipped[0] = (flipped[0] ?? 0) ^ 1
    writeFileSync(path, flipped)
    const before = stateOf(registryDir)
    expect(await sentencesOf(ontoLast(registryDir, increment, { parts: writingThreads() }))).toMatch(
      new RegExp(
        `^expected a version that new files can be merged onto; got one that was damaged: ${name}: expected GMAC`,
      ),
    )
    expect(stateOf(registryDir)).toBe(before)
    writeFileSync(path, whole)
  }
  expect((await ontoLast(registryDir, increment, { parts: writingThreads() })).outcome).toBe('announced')
})

test('what goes wrong with the last version while a part of the next is written is told as damage', async () => {
  const rows = [...people(30), organization(npiOf(40)), organization(npiOf(41))]
  const increment = { [weekly]: mainCsv([person(npiOf(1), { ...newer, ...elsewhere })]) }
  const threads = writingThreads()
  for (const [kind, name] of [
    ['neighbours', 'neighbours.list'],
    ['records', 'records.bin'],
  ]) {
    const registryDir = await serving(rows)
    const [version = ''] = versionsIn(registryDir)
    const before = stateOf(registryDir)
    const path = join(versionDir(registryDir, version), name)
    const whole = readFileSync(path)
    const parts: PartWriter = {
      ...threads,
      write(part) {
        if (part.kind === kind) truncateSync(path)
        return threads.write(part)
      },
    }
    expect(await sentencesOf(ontoLast(registryDir, increment, { parts }))).toMatch(
      `expected a version that new files can be merged onto; got one that was damaged: ${name}: expected `,
    )
    writeFileSync(path, whole)
    expect(stateOf(registryDir)).toBe(before)
  }
})

test('a version of another program is not merged onto, and the same build again makes it mergeable', async () => {
  const registryDir = await serving(people(30))
  const [version = ''] = versionsIn(registryDir)
  const file = join(versionDir(registryDir, version), stateFolder, 'state.json')
  const content = (readFileSync(file, 'utf8').split('\n')[1] ?? '').replace(/"program":"\w{8}/, '"program":"00000000')
  writeFileSync(file, `${createHash('sha256').update(content).digest('hex')}\n${content}\n`)
  const increment = { [weekly]: mainCsv([person(npiOf(1), newer)]) }
  expect(await sentencesOf(ontoLast(registryDir, increment))).toContain(
    'it was written by another version of this program',
  )
  expect((await buildIn(registryDir, writeFiles(testFolder(), { [full]: mainCsv(people(30)) }))).outcome).toBe(
    'unchanged',
  )
  expect((await ontoLast(registryDir, increment)).outcome).toBe('announced')
})
