import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mainColumns } from '#registry/columns'
import { withCheckDigit } from '#registry/npi'
import { historyFolder } from '#registry/search/changes'
import { openRegistry } from '#registry/search/open-registry'
import { zipOf } from '../../test/support/registry/archives.ts'
import { buildIn, sentencesOf, stateOf } from '../../test/support/registry/test-build.ts'
import {
  mainCsv,
  npiOf,
  organization,
  person,
  type Row,
  secondaryCsv,
  testFolder,
  writeFiles,
} from '../../test/support/registry/test-files.ts'
import { versionDir } from './announce.ts'
import { segmentBytes, taxonomyLabelsMax } from './limits.ts'
import { statusLines } from './status.ts'

const mainName = 'npidata_pfile_20050523-20260608.csv'

/** A main file of `count` people, with some letters to tell it from others. */
function peopleCsv(count: number, first = 'ADA'): string {
  return mainCsv(Array.from({ length: count }, (_, n) => person(npiOf(n), { 'Provider First Name': first })))
}

function buildOf(registryDir: string, content: string, options = {}) {
  return buildIn(registryDir, writeFiles(testFolder(), { [mainName]: content }), options)
}

test('the same files give the same version, in any order, and announcing it again changes nothing', async () => {
  const registryDir = testFolder()
  const files = { [mainName]: peopleCsv(5), 'pl_pfile_20050523-20260608.csv': secondaryCsv([]) }
  const first = await buildIn(registryDir, writeFiles(testFolder(), files))
  const before = stateOf(registryDir)
  const again = await buildIn(registryDir, writeFiles(testFolder(), files).reverse())
  expect([first.outcome, again.outcome]).toEqual(['announced', 'unchanged'])
  expect(again.manifest.version).toBe(first.manifest.version)
  expect(stateOf(registryDir)).toBe(before)
})

test('an archive in the layout of CMS is read, its documents and header lines named as ignored', async () => {
  const folder = testFolder()
  const header = mainCsv([])
  const archive = await zipOf({
    'npidata_pfile_20050523-20260608_fileheader.csv': header,
    [mainName]: peopleCsv(3),
    'NPPES_Data_Dissemination_Readme.pdf': 'words',
  })
  mkdirSync(join(folder, 'month', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'month', 'deep', 'data.zip'), archive)
  writeFileSync(join(folder, 'month', 'notes.txt'), 'words')
  const result = await buildIn(testFolder(), [join(folder, 'month')])
  expect(result.manifest.counts.individuals).toBe(3)
  expect(result.files.map(({ source }) => source.name)).toEqual([`deep/data.zip/${mainName}`])
  expect(result.ignored.map(({ name }) => name)).toEqual([
    'deep/data.zip/npidata_pfile_20050523-20260608_fileheader.csv',
    'deep/data.zip/NPPES_Data_Dissemination_Readme.pdf',
    'notes.txt',
  ])
})

test('an archive in the form for more than 4 GB is read', async () => {
  const paths = writeFiles(testFolder(), {
    'data.zip': await zipOf({ [mainName]: peopleCsv(3) }, { forceZip64Format: true }),
  })
  expect((await buildIn(testFolder(), paths)).manifest.counts.individuals).toBe(3)
})

test('a folder is searched without following links, which may lead in a circle', async () => {
  const folder = testFolder()
  writeFiles(folder, { [mainName]: peopleCsv(3) })
  symlinkSync(folder, join(folder, 'around'))
  const result = await buildIn(testFolder(), [folder])
  expect(result.manifest.counts.individuals).toBe(3)
  expect(result.ignored).toEqual([{ name: 'around', reason: 'a symbolic link' }])
})

test('a file gives the same version alone, in a folder, or in one of another name', async () => {
  const parent = testFolder()
  for (const name of ['2026-06', 'downloads']) {
    mkdirSync(join(parent, name))
    writeFiles(join(parent, name), { [mainName]: peopleCsv(3) })
  }
  const given = [join(parent, 'downloads', mainName), join(parent, 'downloads'), join(parent, '2026-06')]
  const built = await Promise.all(given.map((path) => buildIn(testFolder(), [path])))
  expect(new Set(built.map(({ manifest }) => manifest.version)).size).toBe(1)
  expect(built.map(({ manifest }) => manifest.sources[0]?.name)).toEqual([mainName, mainName, mainName])
})

test('two files of one name, or one given twice, are refused with where they are', async () => {
  const [one = '', other = ''] = [testFolder(), testFolder()]
  const [path = ''] = writeFiles(one, { [mainName]: peopleCsv(3) })
  writeFiles(other, { [mainName]: peopleCsv(3) })
  const expected = `${mainName}: expected one file of this name among all that is given; got`
  expect(await sentencesOf(buildIn(testFolder(), [one, other]))).toBe(`${expected} one in ${one} and one in ${other}`)
  expect(await sentencesOf(buildIn(testFolder(), [path, one]))).toBe(`${expected} one in ${path} and one in ${one}`)
  expect(await sentencesOf(buildIn(testFolder(), [one, one]))).toBe(`${expected} ${one} twice`)
})

test('an archive with two files of one name is refused', async () => {
  const path = join(testFolder(), 'twice.zip')
  const twice = await zipOf({ [mainName]: peopleCsv(3), [mainName.replace('08.csv', '09.csv')]: peopleCsv(4) })
  // Names of one length, so that one can be put in the place of the other.
  const [name, other] = [Buffer.from(mainName), Buffer.from(mainName.replace('08.csv', '09.csv'))]
  for (let at = twice.indexOf(other); at !== -1; at = twice.indexOf(other)) name.copy(twice, at)
  writeFileSync(path, twice)
  expect(await sentencesOf(buildIn(testFolder(), [path]))).toBe(
    `twice.zip/${mainName}: expected one file of this name among all that is given; got ${path} twice`,
  )
})

test('a registry folder whose state cannot be read is told before anything is built', async () => {
  const registryDir = testFolder()
  await buildOf(registryDir, peopleCsv(3))
  writeFileSync(join(registryDir, 'current.json'), 'not ours')
  const before = stateOf(registryDir)
  await expect(buildOf(registryDir, 'no header')).rejects.toThrow('current.json')
  expect(stateOf(registryDir)).toBe(before)
})

test('0.5 % of refused rows are let through and reported; one row more stops the build', async () => {
  const registryDir = testFolder()
  const people = Array.from({ length: 399 }, (_, n) => person(npiOf(n)))
  const bad = (n: number): Row => ({ ...person(npiOf(600 + n)), 'Entity Type Code': '9' })
  const result = await buildOf(registryDir, mainCsv([bad(0), ...people, bad(1)].slice(0, 400)))
  expect(result.manifest).toMatchObject({
    counts: { individuals: 399 },
    refused: { rows: 1, byReason: { 'Entity Type Code: expected 1, 2 or nothing': 1 } },
  })
  const report = readFileSync(result.reportPath ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(report).toEqual([
    { file: mainName, line: 2, reason: 'Entity Type Code: expected 1, 2 or nothing', got: '"9"' },
  ])
  const said = await sentencesOf(buildOf(registryDir, mainCsv([bad(0), bad(1), bad(2), ...people])))
  expect(said).toContain('got 3 of 402 (0.7 %), the first at line 2: Entity Type Code')
  expect(said).toMatch(
    /\nTo build from the other files alone, add --leave-out-refused\nRejected rows are listed in .*reports.*ndjson$/,
  )
})

test('a large file of rubbish is refused before it was read to its end', async () => {
  const content = `${mainColumns.map((name) => `"${name}"`).join(',')}\n${'rubbish\n'.repeat((5 * segmentBytes) / 8)}`
  const read: number[] = []
  const progress = { step() {}, count() {}, note() {}, bytes: (done: number) => void read.push(done) }
  const building = buildIn(testFolder(), writeFiles(testFolder(), { [mainName]: content }), { progress })
  expect(await sentencesOf(building)).toMatch(
    new RegExp(
      `^${mainName}: expected at most 0.5 % refused rows; got \\d+ of \\d+ .*the first at line 2.*; the rest was not read$`,
      'm',
    ),
  )
  expect(read.at(-1)).toBeLessThan(3 * segmentBytes)
})

test('with leave-out-refused the other files are built, and no row of a refused file is taken', async () => {
  const registryDir = testFolder()
  const damaged = [...Array.from({ length: 50 }, (_, n) => person(npiOf(n))), person('123')]
  const files = {
    [mainName]: peopleCsv(5),
    'damaged.csv': mainCsv(damaged),
    'narrow.csv': mainCsv([person(npiOf(70))], mainColumns.slice(0, 41)),
    'cut.csv': peopleCsv(90).slice(0, -500),
    'broken.zip': (await zipOf({ 'x.csv': peopleCsv(99) })).subarray(0, -40),
  }
  const result = await buildIn(registryDir, writeFiles(testFolder(), files), { leaveOutRefused: true })
  expect(result.manifest.counts.individuals).toBe(5)
  expect(result.manifest.sources.map(({ name, taken }) => [name, taken])).toEqual([[mainName, 5]])
  expect(result.manifest.refused.files.map(({ name }) => name).sort()).toEqual([
    'broken.zip',
    'cut.csv',
    'damaged.csv',
    'narrow.csv',
  ])
})

test('counts that moved by 5 % are announced, by more only when asked', async () => {
  const registryDir = testFolder()
  await buildOf(registryDir, peopleCsv(100))
  await buildOf(registryDir, peopleCsv(105))
  const said = await sentencesOf(buildOf(registryDir, peopleCsv(111)))
  expect(said).toMatch(
    /expected individuals to change by at most 5 % against version 2026-06-08-[0-9a-f]{8}; got 111 instead of 105/,
  )
  expect((await buildOf(registryDir, peopleCsv(111), { allowCountChange: true })).outcome).toBe('announced')
})

test('a sample replaces real data only when asked, and real data of any count replaces a sample', async () => {
  const registryDir = testFolder()
  const sample = mainCsv([organization(String(withCheckDigit(200_000_000)))])
  expect((await buildOf(registryDir, sample)).manifest.isSample).toBe(true)
  const real = await buildOf(registryDir, peopleCsv(3))
  const before = stateOf(registryDir)
  expect(await sentencesOf(buildOf(registryDir, sample))).toBe(
    `expected real data, since version ${real.manifest.version} is that; got an invented sample\n` +
      'If this is right, build with --allow-count-change',
  )
  expect(stateOf(registryDir)).toBe(before)
  expect((await buildOf(registryDir, sample, { allowCountChange: true })).outcome).toBe('announced')
})

test('a sample does not replace versions of which none is named, for they may be real data', async () => {
  const registryDir = testFolder()
  const { manifest } = await buildOf(registryDir, peopleCsv(3))
  rmSync(join(registryDir, 'current.json'))
  const sample = mainCsv([organization(String(withCheckDigit(200_000_000)))])
  expect(await sentencesOf(buildOf(registryDir, sample))).toContain(
    'expected real data, since the versions in the folder, of which no current.json names one, may be that',
  )
  expect(readdirSync(join(registryDir, 'versions'))).toEqual([manifest.version])
  expect((await buildOf(registryDir, peopleCsv(3))).outcome).toBe('announced')
})

test('a sample does not replace a version that cannot be read, for that may be real data', async () => {
  const registryDir = testFolder()
  const { manifest } = await buildOf(registryDir, peopleCsv(3))
  rmSync(join(versionDir(registryDir, manifest.version), 'manifest.json'))
  const sample = mainCsv([organization(String(withCheckDigit(200_000_000)))])
  expect(await sentencesOf(buildOf(registryDir, sample))).toContain(
    `expected real data, since version ${manifest.version}, which cannot be read, may be that; got an invented sample`,
  )
  expect((await buildOf(registryDir, sample, { allowCountChange: true })).outcome).toBe('announced')
})

test('what a killed build left behind is removed by the next', async () => {
  const registryDir = testFolder()
  await buildOf(registryDir, peopleCsv(3))
  const left = join(registryDir, 'versions', '.building-99999')
  mkdirSync(join(left, 'snapshot'), { recursive: true })
  writeFileSync(join(left, 'rows'), 'half')
  writeFileSync(join(registryDir, '.next-current.json'), '{')
  await buildOf(registryDir, peopleCsv(3, 'BEA'))
  expect(existsSync(left)).toBe(false)
  expect(readdirSync(registryDir).sort()).toEqual(['current.json', historyFolder, 'versions'])
})

const tableHeader = 'Code,Grouping,Classification,Specialization,Display Name'

/** The specialties that a version answers with for the first of the tests' people. */
async function specialtiesOf(registryDir: string, version: string): Promise<unknown> {
  const registry = await openRegistry(versionDir(registryDir, version))
  const found = registry.get(Number(npiOf(0)))
  const json = found.kind === 'found' ? JSON.parse(found.json('individuals').toString()) : {}
  registry.close()
  expect(json.taxonomies).toMatchObject([{ code: '207RC0000X', label: json.specialties[0] }])
  return json.specialties
}

test("the operator's taxonomy table gives the labels", async () => {
  const registryDir = testFolder()
  const table = `${tableHeader}\n207RC0000X,Physicians,"Inner, medicine",Hearts,Hearts and vessels\n`
  const files = { [mainName]: peopleCsv(1), 'taxonomy.csv': table }
  const { manifest } = await buildIn(registryDir, writeFiles(testFolder(), files))
  expect(await specialtiesOf(registryDir, manifest.version)).toEqual(['Hearts and vessels'])
})

test("a description in the operator's taxonomy table names its code, even one that no one has", async () => {
  const registryDir = testFolder()
  const table = `${tableHeader}\n207RC0000X,Physicians,"Inner, medicine",Hearts,Heart care\n376G00000X,Nurses,House heads,,Heads\n`
  const files = { [mainName]: peopleCsv(1), 'taxonomy.csv': table }
  const { manifest } = await buildIn(registryDir, writeFiles(testFolder(), files))
  const registry = await openRegistry(join(registryDir, 'versions', manifest.version))
  expect(registry.specialty('Inner, medicine, hearts')).toEqual({ codes: ['207RC0000X'] })
  expect(registry.specialty('Physicians/Inner medicine/Hearts')).toEqual({ codes: ['207RC0000X'] })
  expect(registry.specialty('House Heads')).toEqual({ codes: ['376G00000X'] })
  registry.close()
})

test('a taxonomy table newer than the files about providers does not make their data newer', async () => {
  const table = `${tableHeader}\n207RC0000X,,,,Hearts and vessels\n`
  const files = { [mainName]: peopleCsv(1), 'nucc_taxonomy_20261101.csv': table }
  const { manifest } = await buildIn(testFolder(), writeFiles(testFolder(), files))
  expect(manifest.sources.map(({ date }) => date)).toEqual(['2026-06-08', '2026-11-01'])
  expect(manifest.sourceDate).toBe('2026-06-08')
})

test('of a taxonomy table that is refused as a whole no label is used', async () => {
  const registryDir = testFolder()
  const files = {
    [mainName]: peopleCsv(1),
    'a.csv': `${tableHeader}\n207RC0000X,,,,Hearts and vessels\n`,
    'b.csv': `${tableHeader}\n207RC0000X,,,,Label of a refused file\nnot a code,,,,Label\n`,
  }
  const { manifest } = await buildIn(registryDir, writeFiles(testFolder(), files), { leaveOutRefused: true })
  expect(manifest.refused.files.map(({ name }) => name)).toEqual(['b.csv'])
  expect(await specialtiesOf(registryDir, manifest.version)).toEqual(['Hearts and vessels'])
})

test('taxonomy tables may give so many labels together, and those beyond are refused', async () => {
  const table = (from: number, count: number) => {
    const codes = Array.from({ length: count }, (_, n) => String(from + n).padStart(10, '0'))
    return `${tableHeader}\n${codes.map((code) => `${code},,,,Label ${code}\n`).join('')}`
  }
  const first = { [mainName]: peopleCsv(1), 'a.csv': table(0, taxonomyLabelsMax - 1) }
  // Ten codes that were there before, then one more than there is room for.
  const build = (second: string) => buildIn(testFolder(), writeFiles(testFolder(), { ...first, 'b.csv': second }))
  expect((await build(table(taxonomyLabelsMax - 11, 11))).manifest.sources).toHaveLength(3)
  expect(await sentencesOf(build(table(taxonomyLabelsMax - 11, 12)))).toContain(
    `line 13: expected at most ${taxonomyLabelsMax} codes; got more`,
  )
})

test('the status tells version, sources, counts, refused rows and what to roll back to', async () => {
  const registryDir = testFolder()
  expect(await statusLines(registryDir)).toEqual([`${registryDir}: no registry has been built yet`])
  const first = await buildOf(registryDir, peopleCsv(3))
  const second = await buildOf(registryDir, peopleCsv(3, 'BEA'))
  const text = (await statusLines(registryDir)).join('\n')
  expect(text).toContain(`version      ${second.manifest.version}\n`)
  expect(text).toMatch(/npidata_pfile_20050523-20260608\.csv {2}main {2}2026-06-08 +3 +3 +0 +0 +0\n/)
  expect(text).toContain('individuals    3, of whom 3 are doctors')
  expect(text).toMatch(/NY +3 +0\n/)
  expect(text).toContain('refused rows: 0')
  expect(text).toContain(`  ${first.manifest.version}, announced 2026-11-20T12:00:00.000Z`)
})
