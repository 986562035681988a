import { appendFileSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withCheckDigit } from '#registry/npi'
import { mainColumns } from '#registry/nppes-columns'
import { openRegistry } from '#registry/read/open-registry'
import { reviewColumns } from '#registry/sample/opinions'
import { writeSample } from '#registry/sample/write-sample'
import { versionDir } from '../announce.ts'
import { CsvReader } from '../csv/csv-reader.ts'
import { workbookOf } from '../test-archives.ts'
import { buildIn, mergeIn } from '../test-build.ts'
import {
  address,
  csvOf,
  deactivated,
  endpointCsv,
  mainCsv,
  organization,
  otherNameCsv,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
  writeFiles,
} from '../test-files.ts'
import { threads } from '../threads/workforce.ts'
import { writingThreads } from './parts/part-writer.ts'

/** What happens to one provider in one release. */
const change = fc.record({
  which: fc.nat(399),
  kind: fc.constantFrom(
    'moved',
    'renamed',
    'specialised',
    'touched',
    'gone',
    'back',
    'new',
    'newOrganization',
    'older',
  ),
  day: fc.integer({ min: 1, max: 9 }),
  others: fc.subarray(['secondary', 'otherName', 'endpoint', 'report'] as const),
  place: fc.constantFrom('10118', '90012', '60601', '00901', ''),
})

/** Files that come together. Most releases are newer than all before; some bear the date of another, an older one, or none. */
const release = fc.record({
  changes: fc.array(change, { maxLength: 12 }),
  files: fc.subarray(['main', 'secondary', 'otherName', 'endpoint', 'report'] as const, { minLength: 1 }),
  date: fc.constantFrom('20261109', '20261110', '20261111', '20261112', '20261108', '20250101', ''),
  hasRefusedFile: fc.boolean(),
  hasReview: fc.boolean(),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Release = typeof release extends fc.Arbitrary<infer T> ? T : never

/** A sample as it comes, with a row that is refused; `additions` are its reviews and ratings. */
async function sampleIn(
  folder: string,
  seed: number,
): Promise<{ paths: string[]; additions: string[]; reviews: string; rows: Row[] }> {
  const written = await writeSample({ dir: folder, providers: 400, seed })
  const [paths, additions] = [written.slice(0, 4), written.slice(4)]
  const [mainPath = '', reviews = ''] = [written[0], additions[0]]
  const rows: Row[] = []
  const reader = new CsvReader({
    header: () => {},
    row: (row) => rows.push(Object.fromEntries(row.texts().map((text, index) => [mainColumns[index] ?? '', text]))),
    refused: () => {},
  })
  reader.push(readFileSync(mainPath))
  reader.end()
  appendFileSync(mainPath, `${csvOf(mainColumns, [{ NPI: '1' }]).split('\n')[1]}\n`)
  return { paths, additions, reviews, rows }
}

function rowOf({ which, kind, day, place }: Change, rows: readonly Row[]): Row {
  const updated = { 'Last Update Date': `11/0${day}/2026` }
  const old = rows[which % rows.length] ?? {}
  const known = { ...old, ...updated }
  const npi = String(withCheckDigit(290_000_000 + which))
  switch (kind) {
    case 'moved':
      return {
        ...known,
        ...address('Practice Location'),
        'Provider Business Practice Location Address Postal Code': place,
      }
    case 'renamed':
      return {
        ...known,
        ...(old['Entity Type Code'] === '1' && { 'Provider Last Name (Legal Name)': `NEW-NAME${which} ÑANDÚ` }),
        ...(old['Entity Type Code'] === '2' && {
          'Provider Organization Name (Legal Business Name)': `NEW ${which} INC`,
        }),
        // Nobody else has the second one, which comes with this release and may go with a later one.
        'Provider Credential Text': `M.D., X.Y${day}.`,
      }
    case 'specialised':
      return {
        ...known,
        'Healthcare Provider Taxonomy Code_1': '207RC0000X',
        'Healthcare Provider Taxonomy Code_15': `${day}${day}9W00000X`,
      }
    case 'gone':
      return deactivated(old.NPI ?? '', `11/0${day}/2026`)
    case 'back':
      return {
        ...person(old.NPI ?? ''),
        ...updated,
        'NPI Deactivation Date': '01/02/2020',
        'NPI Reactivation Date': `11/0${day}/2026`,
      }
    case 'new':
      return person(npi, updated)
    case 'newOrganization':
      return organization(npi, updated)
    case 'older':
      return { ...old, 'Last Update Date': '01/01/2007' }
    case 'touched':
      return known
  }
}

async function filesOf({ changes, files, date, hasRefusedFile }: Release, rows: readonly Row[], number: number) {
  const named = (kind: string) => `${kind}_${date === '' ? '' : `20261101-${date}_`}n${number}.csv`
  const made = changes.map((one) => ({ row: rowOf(one, rows), one }))
  const npisWith = (other: Change['others'][number]) =>
    made.filter(({ one }) => one.others.includes(other)).map(({ row, one }) => ({ npi: row.NPI ?? '', one }))
  const usable = made
    .map(({ row }) => row)
    .filter(
      (row) =>
        row['Provider Business Practice Location Address Postal Code'] !== '' || row['Entity Type Code'] === undefined,
    )
  const contents: Record<string, string | Buffer> = {
    ...(files.includes('main') && usable.length > 0 && { [named('npidata_pfile')]: mainCsv(usable) }),
    ...(files.includes('secondary') && {
      [named('pl_pfile')]: secondaryCsv(
        npisWith('secondary').flatMap(({ npi, one }) => [
          secondaryLocation(npi, 'Utica', '13501'),
          secondaryLocation(npi, `Rome ${one.day}`, '13440'),
        ]),
      ),
    }),
    ...(files.includes('otherName') && {
      [named('othername_pfile')]: otherNameCsv(
        npisWith('otherName').map(({ npi, one }) => ({
          NPI: npi,
          'Provider Other Organization Name': `TRADING AS ${one.day}`,
          'Provider Other Organization Name Type Code': '3',
        })),
      ),
    }),
    ...(files.includes('endpoint') && {
      [named('endpoint_pfile')]: endpointCsv(
        npisWith('endpoint').map(({ npi, one }) => ({
          NPI: npi,
          'Endpoint Type': 'DIRECT',
          Endpoint: `a${one.day}@example.test`,
        })),
      ),
    }),
    ...(files.includes('report') && {
      [`NPPES Deactivated ${date} n${number}.xlsx`]: await workbookOf([
        ['NPI', 'NPPES Deactivation Date'],
        ...npisWith('report').map(({ npi, one }) => [npi, `11/0${one.day}/2026`]),
      ]),
    }),
    ...(hasRefusedFile && { [`broken n${number}.csv`]: mainCsv([{ ...person('1') }]) }),
  }
  return contents
}

function reviewOf({ NPI = '' }: Row): string {
  const row = { npi: NPI, rating: '4', comment: 'On time.', date: '2026-11-01', source: 'Invented for the sample' }
  return `${csvOf(reviewColumns, [row]).split('\n')[1]}\n`
}

const lenient = { leaveOutRefused: true, allowCountChange: true }

test('any sequence of releases merged one after the other gives the version that a build from all files gives, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(release, { minLength: 1, maxLength: 4 }),
      async (seed, releases) => {
        const folder = testFolder()
        const { paths, additions, reviews, rows } = await sampleIn(folder, seed)
        const registryDir = testFolder()
        await buildIn(registryDir, [...paths, ...additions], lenient)
        for (const [number, one] of releases.entries()) {
          if (one.hasReview) appendFileSync(reviews, reviewOf(rows[number * 7] ?? {}))
          const added = writeFiles(folder, await filesOf(one, rows, number))
          if (added.length === 0) continue
          paths.push(...added)
          const merged = await mergeIn(registryDir, [...added, ...additions], lenient)
          const whole = await buildIn(testFolder(), [...paths, ...additions], lenient)
          expect(merged.manifest).toEqual(whole.manifest)
        }
      },
    ),
    { numRuns: 5 },
  )
}, 120_000)

test('what comes with one release and goes with the next is merged as a build from all files has it', async () => {
  const folder = testFolder()
  const { paths, additions, rows } = await sampleIn(folder, 7)
  const registryDir = testFolder()
  await buildIn(registryDir, [...paths, ...additions], lenient)
  const of = (kinds: readonly Change['kind'][], others: Change['others'], place: Change['place']): Change[] =>
    kinds.flatMap((kind, step) =>
      Array.from({ length: 60 }, (_, n): Change => ({ which: 6 * n + step, kind, day: 9, others, place })),
    )
  // Whole cells, names, sets and spread providers come and go, and so do organizations that dozens show.
  const weeks: Change[][] = [
    of(['renamed', 'specialised', 'moved', 'gone', 'new', 'newOrganization'], ['secondary'], '90012'),
    of(['touched', 'moved', 'touched', 'back', 'renamed', 'moved'], ['otherName'], '00901'),
    of(['moved', 'touched', 'specialised', 'moved', 'gone', 'gone'], ['secondary', 'endpoint', 'report'], '60601'),
  ]
  const files: Release['files'] = ['main', 'secondary', 'otherName', 'endpoint', 'report']
  const dates: Release['date'][] = ['20261110', '20261111', '20261112']
  for (const [number, date] of dates.entries()) {
    const week = { changes: weeks[number] ?? [], files, date, hasRefusedFile: false, hasReview: false }
    const added = writeFiles(folder, await filesOf(week, rows, number))
    paths.push(...added)
    const merged = await mergeIn(registryDir, [...added, ...additions], lenient)
    const whole = await buildIn(testFolder(), [...paths, ...additions], lenient)
    expect(merged.manifest).toEqual(whole.manifest)
  }
}, 120_000)

test('threads merge the same version as one thread alone, and write the same files', async () => {
  const folder = testFolder()
  const { paths, additions, rows } = await sampleIn(folder, 5)
  const changes = rows.slice(0, 100).map((_, which): Change => {
    return { which, kind: 'moved', day: 9, others: ['secondary'], place: '90012' }
  })
  const weekly: Release = {
    changes,
    files: ['main', 'secondary'],
    date: '20261112',
    hasRefusedFile: false,
    hasReview: false,
  }
  const added = writeFiles(folder, await filesOf(weekly, rows, 0))
  const versions: string[] = []
  for (const parts of [{}, { workforce: threads(3), parts: writingThreads() }]) {
    const registryDir = testFolder()
    await buildIn(registryDir, [...paths, ...additions], lenient)
    const { manifest } = await mergeIn(registryDir, [...added, ...additions], parts)
    versions.push(manifest.version)
    // Every byte of it is compared with the manifest.
    const registry = await openRegistry(versionDir(registryDir, manifest.version), { isCheckedAnew: true })
    registry.close()
  }
  expect(versions[1]).toBe(versions[0])
}, 60_000)
