import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Change, ChangesFile, countingFiles, historyFolder } from '#registry/search/changes'
import { RegistryError } from '#registry/search/errors'
import { changesOf, knownSince, openHistory, readWhole, standingOn } from '#registry/search/history'
import { openRegistry } from '#registry/search/open-registry'
import { buildIn } from '../../test/support/registry/test-build.ts'
import {
  deactivated,
  mainCsv,
  npiOf,
  organization,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
  writeFiles,
} from '../../test/support/registry/test-files.ts'
import { rollBack, versionDir } from './announce.ts'
import { recordChanges } from './record-changes.ts'
import { openWorkspace } from './workspace.ts'

const days = ['20260608', '20260615', '20260622', '20260629']
const [ada, bea, cy, clinic] = [npiOf(1), npiOf(2), npiOf(3), npiOf(4)]

async function buildWeek(
  registryDir: string,
  week: number,
  rows: readonly Row[],
  secondary: readonly Row[] = [],
  more: Record<string, string> = {},
) {
  const files = {
    [`npidata_pfile_20050523-${days[week]}.csv`]: mainCsv(rows),
    [`pl_pfile_20050523-${days[week]}.csv`]: secondaryCsv(secondary),
    ...more,
  }
  return buildIn(registryDir, writeFiles(testFolder(), files), { allowCountChange: true })
}

async function newestChanges(registryDir: string): Promise<{ file: ChangesFile; changes: Change[] }> {
  const name = (await countingFiles(registryDir)).at(-1) ?? ''
  const file = await ChangesFile.open(registryDir, name)
  const changes: Change[] = []
  for (let next = await file.changesAfter(0); next.length > 0; next = await file.changesAfter(next.at(-1)?.npi ?? 0)) {
    changes.push(...next)
  }
  return { file, changes }
}

test('a build records which filed values changed, with both, and who came, went and returned', async () => {
  const registryDir = testFolder()
  const gone = npiOf(5)
  await buildWeek(registryDir, 0, [person(ada), person(bea), deactivated(cy, '01/02/2026'), organization(clinic)])
  expect((await newestChanges(registryDir)).file.header).toMatchObject({ sequence: 1, from: null, changes: 0 })
  const phone = 'Provider Business Practice Location Address Telephone Number'
  await buildWeek(registryDir, 1, [
    person(ada, { [phone]: '2125550199', 'Last Update Date': '06/10/2026' }),
    deactivated(bea, '06/11/2026'),
    person(cy, { 'NPI Deactivation Date': '01/02/2026', 'NPI Reactivation Date': '06/12/2026' }),
    organization(clinic),
    person(gone),
  ])
  const { file, changes } = await newestChanges(registryDir)
  expect(file.header).toMatchObject({ sequence: 2, sourceDate: '2026-06-15', changes: 4, gap: null })
  expect(changes).toMatchObject([
    {
      npi: Number(ada),
      kind: 'updated',
      before: { phone: '+12125550101', updatedOn: '2024-02-01' },
      after: { phone: '+12125550199', updatedOn: '2026-06-10' },
      filed: ['phone', 'updatedOn'],
    },
    {
      npi: Number(bea),
      kind: 'status',
      before: { status: 'active', resource: 'individuals', record: { phone: '+12125550101' } },
      after: { status: 'deactivated', deactivatedOn: '2026-06-11', replacementNpi: null },
    },
    {
      npi: Number(cy),
      kind: 'status',
      before: { status: 'deactivated', deactivatedOn: '2026-01-02' },
      after: { status: 'active' },
      reactivatedOn: '2026-06-12',
    },
    { npi: Number(gone), kind: 'status', before: { status: 'unknown' }, after: { status: 'active' } },
  ])
})

test('another spelling of ours, other labels and the order of lists are no changes', async () => {
  const registryDir = testFolder()
  const city = 'Provider Business Practice Location Address City Name'
  const both = [secondaryLocation(ada, 'ALBANY', '12207'), secondaryLocation(ada, 'TROY', '12180')]
  const labels = (label: string) => ({
    'nucc_taxonomy_260.csv': `Code,Grouping,Classification,Specialization,Definition,Notes,Display Name,Section\n207RC0000X,G,C,S,D,N,${label},I\n`,
  })
  await buildWeek(registryDir, 0, [person(ada), person(bea)], both, labels('Heart Doctor'))
  await buildWeek(
    registryDir,
    1,
    [person(ada, { [city]: 'New York' }), person(bea)],
    [...both].reverse(),
    labels('Cardiologist'),
  )
  expect((await newestChanges(registryDir)).changes).toEqual([])
})

test('where the rules of the build are others, only who filed anew counts', async () => {
  const registryDir = testFolder()
  const phone = 'Provider Business Practice Location Address Telephone Number'
  await buildWeek(registryDir, 0, [person(ada), person(bea)])
  const other = testFolder()
  const rows = [
    person(ada, { [phone]: '2125550199' }),
    person(bea, { [phone]: '2125550188', 'Last Update Date': '06/10/2026' }),
  ]
  const { manifest } = await buildWeek(other, 1, rows)
  const dir = versionDir(other, manifest.version)
  expect(await recordChanges({ registryDir, dir, manifest, rules: 'others', onDamage: expect.unreachable })).toBe(1)
  const [, name = ''] = readdirSync(join(registryDir, historyFolder)).sort()
  const file = await ChangesFile.open(registryDir, name)
  expect((await file.changesAfter(0)).map(({ npi }) => npi)).toEqual([Number(bea)])
})

test('a rollback records nothing, and the next build is compared with the version that changed something last', async () => {
  const registryDir = testFolder()
  const row = (first: string) => [person(ada, { 'Provider First Name': first })]
  const first = await buildWeek(registryDir, 0, row('ADA'))
  const second = await buildWeek(registryDir, 1, row('BEA'))
  const workspace = openWorkspace(registryDir, () => ({ release() {} }))
  expect(await rollBack(workspace, new Date())).toMatchObject({ to: first.manifest.version })
  workspace.close()
  expect(await countingFiles(registryDir)).toHaveLength(2)
  await buildWeek(registryDir, 2, row('CLARA'))
  const { file, changes } = await newestChanges(registryDir)
  expect(file.header).toMatchObject({ sequence: 3, from: { version: second.manifest.version } })
  expect(changes).toMatchObject([
    { before: { nameParts: { first: 'Bea' } }, after: { nameParts: { first: 'Clara' } }, filed: ['nameParts'] },
  ])
})

test('changes of a version that was never announced do not count, and the next build replaces them', async () => {
  const registryDir = testFolder()
  await buildWeek(registryDir, 0, [person(ada)])
  const other = testFolder()
  const { manifest } = await buildWeek(other, 1, [person(ada, { 'Provider First Name': 'BEA' })])
  const dir = versionDir(other, manifest.version)
  await recordChanges({ registryDir, dir, manifest, rules: null, onDamage: expect.unreachable })
  writeFileSync(join(registryDir, historyFolder, '000002-cut.unfinished'), 'half')
  expect(readdirSync(join(registryDir, historyFolder))).toHaveLength(3)
  expect(await countingFiles(registryDir)).toHaveLength(1)
  await buildWeek(registryDir, 2, [person(ada, { 'Provider First Name': 'CLARA' })])
  expect(readdirSync(join(registryDir, historyFolder))).toHaveLength(2)
  expect((await newestChanges(registryDir)).changes).toMatchObject([{ before: { nameParts: { first: 'Ada' } } }])
})

test('a version before that cannot be read leaves a gap, which is said', async () => {
  const registryDir = testFolder()
  const { manifest } = await buildWeek(registryDir, 0, [person(ada)])
  rmSync(join(versionDir(registryDir, manifest.version), 'records.bin'))
  await buildWeek(registryDir, 1, [person(ada, { 'Provider First Name': 'BEA' })])
  const { file, changes } = await newestChanges(registryDir)
  expect(file.header.gap).toContain('records.bin')
  expect(changes).toEqual([])
  expect(knownSince([file], { sourceDate: '2026-06-15' })).toBe('2026-06-15')
})

test('history goes back to what was filed on any day since then, also of who was deactivated', async () => {
  const registryDir = testFolder()
  const phone = 'Provider Business Practice Location Address Telephone Number'
  const branch = [secondaryLocation(ada, 'ALBANY', '12207')]
  await buildWeek(registryDir, 0, [person(ada), person(bea)])
  await buildWeek(registryDir, 1, [person(ada, { [phone]: '2125550199' }), person(bea)], branch)
  await buildWeek(registryDir, 2, [deactivated(ada, '06/20/2026'), person(bea)])
  const { version } = (await buildWeek(registryDir, 3, [person(ada, { [phone]: '2125550177' }), person(bea)])).manifest
  const registry = await openRegistry(versionDir(registryDir, version))
  const files = await openHistory(registryDir).files()
  expect(knownSince(files, registry)).toBe('2026-06-08')
  expect((await changesOf(files, Number(ada))).map(({ header }) => header.sequence)).toEqual([4, 3, 2])
  expect(await changesOf(files, Number(bea))).toEqual([])
  const on = async (day: string) => (await standingOn(files, { npi: Number(ada), day, registry })).standing
  expect(await on('2026-06-10')).toMatchObject({ status: 'active', record: { phone: '+12125550101' } })
  expect(await on('2026-06-10')).not.toHaveProperty('record.locations')
  expect(await on('2026-06-21')).toMatchObject({
    status: 'active',
    record: { phone: '+12125550199', locations: [{ phone: '+12125550199' }, { address: { city: 'Albany' } }] },
  })
  expect(await on('2026-06-22')).toEqual({ status: 'deactivated', deactivatedOn: '2026-06-20', replacementNpi: null })
  expect(await on('2026-06-29')).toMatchObject({ status: 'active', record: { phone: '+12125550177' } })
  registry.close()
})

test('a damaged byte of a file of changes is found, wherever it is', async () => {
  const registryDir = testFolder()
  await buildWeek(registryDir, 0, [person(ada)])
  await buildWeek(registryDir, 1, [person(ada, { 'Provider First Name': 'BEA' })])
  const name = (await countingFiles(registryDir)).at(-1) ?? ''
  const path = join(registryDir, historyFolder, name)
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole)
    damaged[at] ^= 0x10
    writeFileSync(path, damaged)
    const reading = ChangesFile.open(registryDir, name).then((file) => file.changeOf(Number(ada)))
    await expect(reading, `byte ${at}`).rejects.toThrow(name)
  }
  // As a file system may leave it after a loss of power; the CRC-32 of nothing is 0.
  for (const length of [0, 8, whole.length]) {
    writeFileSync(path, Buffer.alloc(length))
    await expect(ChangesFile.open(registryDir, name), `${length} zeros`).rejects.toThrow(RegistryError)
  }
  expect(existsSync(path)).toBe(true)
})

test('a build sets a damaged file of changes aside, says so, and goes on behind a gap', async () => {
  const registryDir = testFolder()
  const named = (first: string, updated: string) => [
    person(ada, { 'Provider First Name': first, 'Last Update Date': updated }),
  ]
  await buildWeek(registryDir, 0, named('ADA', '06/01/2026'))
  const second = await buildWeek(registryDir, 1, named('BEA', '06/10/2026'))
  const [, damaged = ''] = await countingFiles(registryDir)
  const path = join(registryDir, historyFolder, damaged)
  const bytes = readFileSync(path).subarray(0, -1)
  writeFileSync(path, bytes)
  const earlier = join(registryDir, historyFolder, '000001-2026-06-01-00000000.changes.damaged')
  writeFileSync(earlier, 'set aside by an earlier build')
  const sentences: string[] = []
  const history = openHistory(registryDir, (sentence) => sentences.push(sentence))
  for (let time = 0; time < 2; time++) {
    expect((await history.files()).map(({ header }) => header.gap)).toEqual([null, expect.stringContaining(damaged)])
  }
  expect(sentences).toHaveLength(1)

  const notes: string[] = []
  const progress = { step() {}, bytes() {}, count() {}, note: (text: string) => void notes.push(text) }
  const files = { [`npidata_pfile_20050523-${days[2]}.csv`]: mainCsv(named('CLARA', '06/20/2026')) }
  await buildIn(registryDir, writeFiles(testFolder(), files), { progress })
  expect(notes.filter((note) => note.includes('gap'))).toEqual([
    expect.stringMatching(/^The history of the registry has a gap: .+\. The file is set aside as .+\.damaged$/),
  ])
  expect(readFileSync(`${path}.damaged`)).toEqual(bytes)
  expect(existsSync(earlier)).toBe(false)
  const { file, changes } = await newestChanges(registryDir)
  expect(file.header).toMatchObject({ sequence: 3, gap: null, from: { version: second.manifest.version } })
  expect(changes).toMatchObject([{ before: { nameParts: { first: 'Bea' } }, after: { nameParts: { first: 'Clara' } } }])
  const known = await openHistory(registryDir, expect.unreachable).files()
  expect(known.map(({ header }) => [header.sequence, header.gap !== null])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ])
  expect(knownSince(known, { sourceDate: '2026-06-22' })).toBe('2026-06-15')
})

test('a block that turns out to be damaged is a gap from then on, and the days behind it stay known', async () => {
  const registryDir = testFolder()
  await buildWeek(registryDir, 0, [person(ada)])
  await buildWeek(registryDir, 1, [person(ada, { 'Provider First Name': 'BEA' })])
  await buildWeek(registryDir, 2, [person(ada, { 'Provider First Name': 'CLARA' })])
  const [, name = ''] = await countingFiles(registryDir)
  const path = join(registryDir, historyFolder, name)
  const bytes = readFileSync(path)
  bytes[0] ^= 0x10
  writeFileSync(path, bytes)
  const sentences: string[] = []
  const history = openHistory(registryDir, (sentence) => void sentences.push(sentence))
  for (let time = 0; time < 2; time++) {
    const [known, changes] = await readWhole(
      history,
      async (files) => [knownSince(files, { sourceDate: '2026-06-22' }), await changesOf(files, Number(ada))] as const,
    )
    expect(known).toBe('2026-06-15')
    expect(changes.map(({ header }) => header.sequence)).toEqual([3])
  }
  expect(sentences).toEqual([expect.stringContaining(name)])
})
