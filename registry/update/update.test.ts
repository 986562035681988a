import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { type Manifest, readCurrent } from '#registry/format'
import { writeSample } from '#registry/sample/write-sample'
import { openRegistry } from '#registry/search/open-registry'
import { takeProcessLock } from '#server/platform/process-lock'
import { programOf } from '../../test/support/program.ts'
import { directoryRecord, patchDirectory, workbookOf, zipOf } from '../../test/support/registry/archives.ts'
import { buildIn } from '../../test/support/registry/test-build.ts'
import {
  mainCsv,
  npiOf,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
} from '../../test/support/registry/test-files.ts'
import {
  askedFor,
  type Handler,
  insteadOf,
  modifiedOf,
  pagePath,
  patience,
  putFile,
  recorder,
  type Site,
  startSite,
} from '../../test/support/registry/test-site.ts'
import { rollBack, versionDir } from '../build/announce.ts'
import { build } from '../build/build.ts'
import { statusLines } from '../build/status.ts'
import { openWorkspace } from '../build/workspace.ts'
import { downloadsFolder, type UpdateOptions, type UpdateResult, update } from './update.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inDecember = new Date('2026-12-20T12:00:00Z')
const november = 'NPPES_Data_Dissemination_November_2026_V2.zip'
const december = 'NPPES_Data_Dissemination_December_2026_V2.zip'
const week = 'NPPES_Data_Dissemination_110926_111526_Weekly_V2.zip'
const nextWeek = 'NPPES_Data_Dissemination_111626_112226_Weekly_V2.zip'
const report = 'NPPES_Deactivated_NPI_Report_110926_V2.zip'

const fullCsv = 'npidata_pfile_20050523-20261108.csv'

/** An archive with one main file. */
const archiveOf = (rows: readonly Row[], name = fullCsv) => zipOf({ [name]: mainCsv(rows) })
const people = (count: number) => Array.from({ length: count }, (_, n) => person(npiOf(n)))

const weekArchive = (lastName: string, day: string, npi = npiOf(1)) => {
  const row = person(npi, { 'Provider Last Name (Legal Name)': lastName, 'Last Update Date': `11/${day}/2026` })
  return archiveOf([row], `npidata_pfile_202611${day}-202611${day}.csv`)
}

async function reportOf(npi: string): Promise<Buffer> {
  const rows = [['NPPES Deactivated NPI Report'], ['NPI', 'NPPES Deactivation Date'], [npi, '11/09/2026']]
  return zipOf({ 'NPPES Deactivated NPI Report 20261109.xlsx': await workbookOf(rows) })
}

function manifestOf(result: UpdateResult): Manifest {
  if (result.outcome === 'nothingNewer') throw new Error('expected a version that was built')
  return result.manifest
}

function updateFrom(
  site: Site,
  registryDir: string,
  options: Partial<UpdateOptions> = {},
  progress = recorder(),
): Promise<UpdateResult> {
  const workspace = openWorkspace(registryDir, takeProcessLock)
  const usual = { pageUrl: site.pageUrl, leaveOutRefused: false, allowCountChange: false, now, patience }
  return update({ ...usual, workspace, progress, ...options }).finally(() => workspace.close())
}

function rollBackIn(registryDir: string) {
  const workspace = openWorkspace(registryDir, takeProcessLock)
  return rollBack(workspace, now).finally(() => workspace.close())
}

async function lookUp(registryDir: string, npi: string): Promise<string> {
  const current = await readCurrent(registryDir)
  if (current === undefined) return 'nothing serves'
  const registry = await openRegistry(versionDir(registryDir, current.version))
  try {
    const found = registry.get(Number(npi))
    return found.kind === 'found' ? found.json(found.resource).toString('utf8') : JSON.stringify(found)
  } finally {
    registry.close()
  }
}

const downloadsIn = (registryDir: string) => readdirSync(join(registryDir, downloadsFolder)).sort()
const withDescriptions = (...names: string[]) => names.flatMap((name) => [name, `${name}.json`]).sort()

/** Answers as a server that has too much to do. */
const busy: Handler = (_, response) => response.writeHead(503).end()

/** Paths asked for since the last time. */
function newlyAsked(site: Site): string[] {
  return site.asked.splice(0).map(({ path }) => basename(path))
}

describe('an update', () => {
  test('builds from the monthly, weekly and deactivation files of a page: of two rows the newer holds', async () => {
    const sampleDir = testFolder()
    const sample = await writeSample({ dir: sampleDir, providers: 300, seed: 3 })
    const zip = new yazl.ZipFile()
    for (const path of sample) zip.addFile(path, basename(path))
    zip.end()
    const individuals = await individualsOf(sample[0] ?? '')
    const [renamed = '', gone = ''] = individuals
    const site = await startSite({
      'NPPES_Data_Dissemination_October_2026_V2.zip': Buffer.from('not asked for'),
      [november]: await buffer(zip.outputStream),
      [week]: await weekArchive('WEEKLYNAME', '15', renamed),
      [report]: await reportOf(gone),
    })
    const registryDir = testFolder()
    const progress = recorder()
    const result = await updateFrom(site, registryDir, {}, progress)
    expect(result).toMatchObject({ outcome: 'announced', manifest: { isSample: true, sourceDate: '2026-11-15' } })
    expect(await lookUp(registryDir, renamed)).toContain('Weeklyname')
    expect(await lookUp(registryDir, gone)).toBe('{"kind":"deactivated","deactivatedOn":"2026-11-09"}')
    expect(await lookUp(registryDir, individuals[2] ?? '')).toContain(individuals[2])
    expect(newlyAsked(site)).toEqual(['NPI_Files.html', november, week, report])
    expect(progress.said.slice(0, 4)).toEqual([
      `reading ${site.pageUrl}`,
      `chosen: ${november}`,
      `chosen: ${week}`,
      `chosen: ${report}`,
    ])
    expect(progress.said.join()).not.toContain('No file has the changes')
  })

  test('finds nothing newer when what serves was built from the same files, and downloads none of them', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)), [week]: await weekArchive('NEWER', '15') })
    const registryDir = testFolder()
    const first = await updateFrom(site, registryDir)
    newlyAsked(site)
    const before = readFileSync(join(registryDir, 'current.json'), 'utf8')
    const version = first.outcome === 'announced' ? first.manifest.version : ''
    expect(await updateFrom(site, registryDir)).toEqual({ outcome: 'nothingNewer', version, sourceDate: '2026-11-15' })
    // Each file is asked about, on the condition that it has changed.
    expect(newlyAsked(site)).toEqual(['NPI_Files.html', november, week])
    expect(site.sent).toEqual([november, week])
    expect(readFileSync(join(registryDir, 'current.json'), 'utf8')).toBe(before)
  })

  test('reads the reviews and ratings in the folder of additions with every build', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    mkdirSync(join(registryDir, 'additions'))
    const review = `${npiOf(1)},5,2026-01-02,Town survey`
    writeFileSync(join(registryDir, 'additions/reviews.csv'), `npi,rating,date,source\n${review}\n`)
    const reviews = (result: UpdateResult) =>
      result.outcome === 'nothingNewer' ? undefined : result.manifest.sources.find(({ kind }) => kind === 'reviews')
    expect(reviews(await updateFrom(site, registryDir))).toMatchObject({ name: 'reviews.csv', taken: 1 })
    putFile(site, week, await weekArchive('NEWER', '15'))
    expect(reviews(await updateFrom(site, registryDir))).toMatchObject({ name: 'reviews.csv', taken: 1 })
  })

  test('takes a file that CMS has published again under its name, the full one or a weekly one', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)), [week]: await weekArchive('FIRST', '15') })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    putFile(site, week, await weekArchive('SECOND', '15'), 2)
    const progress = recorder()
    expect(await updateFrom(site, registryDir, {}, progress)).toMatchObject({ outcome: 'announced' })
    expect(progress.said).toContain(`${week} was published again`)
    expect(await lookUp(registryDir, npiOf(1))).toContain('Second')

    // Also where a weekly file is lacking beside.
    const renamed = people(3).map((row) => ({ ...row, 'Provider First Name': 'ANEW' }))
    putFile(site, november, await archiveOf(renamed), 2)
    putFile(site, nextWeek, await weekArchive('THIRD', '16', npiOf(2)))
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
    expect(await lookUp(registryDir, npiOf(0))).toContain('Anew')
    expect(await lookUp(registryDir, npiOf(2))).toContain('Third')
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
  })

  test('does not announce again what was rolled back from, until registry:build is given the files or newer ones come', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    const first = manifestOf(await updateFrom(site, registryDir)).version
    putFile(site, week, await weekArchive('WRONG', '15'))
    const wrong = manifestOf(await updateFrom(site, registryDir)).version
    await rollBackIn(registryDir)
    const before = readFileSync(join(registryDir, 'current.json'), 'utf8')
    const expected = `Version ${wrong} was rolled back, so an update does not announce it again: to serve it after all, `
    for (const _ of ['one day', 'the next']) await expect(updateFrom(site, registryDir)).rejects.toThrow(expected)
    expect(readFileSync(join(registryDir, 'current.json'), 'utf8')).toBe(before)
    expect(await readCurrent(registryDir)).toMatchObject({ version: first })
    expect((await statusLines(registryDir)).slice(-2)).toEqual([
      'rolled back, not announced again by registry:update:',
      `  ${wrong}, announced ${now.toISOString()}`,
    ])

    const asked = await buildIn(registryDir, [join(registryDir, downloadsFolder)])
    expect(asked).toMatchObject({ outcome: 'announced', manifest: { version: wrong } })
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer', version: wrong })

    await rollBackIn(registryDir)
    putFile(site, nextWeek, await weekArchive('NEWER', '16'))
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
    expect(await lookUp(registryDir, npiOf(1))).toContain('Newer')
  })

  test('takes a file that was published again also where what serves was built by hand or rolled back to', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    const byHand = join(testFolder(), week)
    writeFileSync(byHand, await weekArchive('BYHAND', '15'))
    await buildIn(registryDir, [join(registryDir, downloadsFolder, november), byHand])
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
    const anew = (name: string) => archiveOf(people(3).map((row) => ({ ...row, 'Provider First Name': name })))
    putFile(site, november, await anew('ANEW'), 2)
    const progress = recorder()
    await updateFrom(site, registryDir, {}, progress)
    expect(progress.said).toContain(`${november} was published again`)
    expect(await lookUp(registryDir, npiOf(0))).toContain('Anew')

    await rollBackIn(registryDir)
    putFile(site, november, await anew('ONCEMORE'), 3)
    await updateFrom(site, registryDir)
    expect(await lookUp(registryDir, npiOf(0))).toContain('Oncemore')
  })

  test('has the files of downloads that were given to registry:build, by themselves or as a folder', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    const first = manifestOf(await updateFrom(site, registryDir)).version
    const folder = join(registryDir, downloadsFolder)
    for (const given of [folder, join(folder, november)]) {
      expect((await buildIn(registryDir, [given])).manifest.version).toBe(first)
      expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
    }
    putFile(site, week, await weekArchive('WEEKLYNAME', '15'))
    site.sent.length = 0
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
    expect(site.sent).toEqual([week])
  })

  test('takes a file as the same by its length with the time of its last change, though the server sends it', async () => {
    const archive = await archiveOf(people(3))
    const site = await startSite({ [november]: archive })
    const answerNext = (edition: number) =>
      insteadOf(site, november, (_, response) =>
        response
          .writeHead(200, { 'last-modified': modifiedOf(edition), 'content-length': archive.length })
          .end(archive),
      )
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    answerNext(1)
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
    const progress = recorder()
    answerNext(2)
    await updateFrom(site, registryDir, {}, progress)
    expect(progress.said).toContain(`${november} was published again`)
  })

  test('takes a file as the same that cannot be asked about now, and says so', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    const tries = patience.pausesMs.length + 1
    insteadOf(site, november, ...Array.from({ length: tries }, () => busy))
    const progress = recorder()
    expect(await updateFrom(site, registryDir, {}, progress)).toMatchObject({ outcome: 'nothingNewer' })
    expect(progress.said.at(-1)).toMatch(
      new RegExp(`^${november}: .+ status 503; gave up after ${tries} tries; the file counts as the same$`),
    )
  })

  test('that has announced succeeds though tidying up fails, and says so', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    mkdirSync(join(registryDir, downloadsFolder, `${report}.part`), { recursive: true })
    const progress = recorder()
    expect(await updateFrom(site, registryDir, {}, progress)).toMatchObject({ outcome: 'announced' })
    expect(progress.said.at(-1)).toMatch(/^The version serves, but tidying up behind it failed: .*EISDIR/)
    expect(downloadsIn(registryDir)).toEqual([...withDescriptions(november), `${report}.part`])
  })

  test('downloads the monthly file again where it is gone from the downloads', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    rmSync(join(registryDir, downloadsFolder), { recursive: true })
    putFile(site, week, await weekArchive('WEEKLYNAME', '15'))
    site.sent.length = 0
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
    expect(site.sent).toEqual([november, week])
    expect(await lookUp(registryDir, npiOf(1))).toContain('Weeklyname')
  })

  test('never goes back to older data than what serves', async () => {
    const site = await startSite({ [december]: await archiveOf(people(3), 'npidata_pfile_20050523-20261213.csv') })
    const registryDir = testFolder()
    await updateFrom(site, registryDir, { now: inDecember })
    site.files.clear()
    putFile(site, november, await archiveOf(people(2)))
    putFile(site, week, await weekArchive('OLDER', '15'))
    expect(await updateFrom(site, registryDir, { now: inDecember })).toMatchObject({
      outcome: 'nothingNewer',
      sourceDate: '2026-12-13',
    })
  })

  test('downloads only what is new, and keeps counting a weekly file that the page has dropped', async () => {
    const site = await startSite({
      [november]: await archiveOf(people(3)),
      [week]: await weekArchive('FIRSTWEEK', '15'),
    })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    newlyAsked(site)

    site.files.delete(`/nppes/${week}`)
    putFile(site, nextWeek, await weekArchive('SECONDWEEK', '16', npiOf(2)))
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
    expect(newlyAsked(site)).toEqual(['NPI_Files.html', november, nextWeek])
    expect(await lookUp(registryDir, npiOf(1))).toContain('Firstweek')
    expect(await lookUp(registryDir, npiOf(2))).toContain('Secondweek')
    expect(downloadsIn(registryDir)).toEqual(withDescriptions(november, week, nextWeek))
  })

  test('gives from week to week the same version that one build from all files gives', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    putFile(site, week, await weekArchive('WEEKLYNAME', '15'))
    putFile(site, report, await reportOf(npiOf(2)))
    const updated = await updateFrom(site, registryDir, { allowCountChange: true })
    expect(await lookUp(registryDir, npiOf(1))).toContain('Weeklyname')
    expect(await lookUp(registryDir, npiOf(2))).toContain('deactivated')
    expect(await updateFrom(site, testFolder())).toMatchObject({ manifest: manifestOf(updated) })
    const given = [report, week, november].map((file) => join(registryDir, downloadsFolder, file))
    expect((await buildIn(testFolder(), given)).manifest).toEqual(manifestOf(updated))
  })

  test('removes the downloads of earlier months once a newer one is announced, and no other file', async () => {
    const site = await startSite({ [november]: await archiveOf(people(3)), [week]: await weekArchive('WEEK', '15') })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    const folder = join(registryDir, downloadsFolder)
    writeFileSync(join(folder, `${report}.part`), 'begun once')
    writeFileSync(join(folder, 'notes.txt'), 'of the operator')
    site.files.clear()
    putFile(site, december, await archiveOf(people(3), 'npidata_pfile_20050523-20261213.csv'))
    await updateFrom(site, registryDir, { now: inDecember })
    expect(downloadsIn(registryDir)).toEqual(['notes.txt', ...withDescriptions(december)].sort())
  })

  test('says of which days no file has the changes', async () => {
    const site = await startSite({
      [november]: await archiveOf(people(3)),
      [nextWeek]: await weekArchive('LATE', '16'),
    })
    const progress = recorder()
    await updateFrom(site, testFolder(), {}, progress)
    expect(progress.said).toContain('No file has the changes from 2026-11-09 to 2026-11-15; the next full file will.')
  })

  test('takes the place of a sample, whatever its dates, and of a version that cannot be read', async () => {
    const site = await startSite({ 'NPPES_Data_Dissemination_May_2018.zip': await archiveOf(people(3)) })
    const registryDir = testFolder()
    const sample = await writeSample({ dir: testFolder(), providers: 50, seed: 1 })
    const workspace = openWorkspace(registryDir, takeProcessLock)
    const built = await build({
      workspace,
      paths: sample,
      leaveOutRefused: false,
      allowCountChange: false,
      progress: recorder(),
      now,
    }).finally(() => workspace.close())
    expect(built.manifest.sourceDate > '2018-05-31').toBe(true)
    expect(await updateFrom(site, registryDir, { allowCountChange: true })).toMatchObject({ outcome: 'announced' })

    const current = await readCurrent(registryDir)
    writeFileSync(join(versionDir(registryDir, current?.version ?? ''), 'manifest.json'), '{}')
    const progress = recorder()
    expect(await updateFrom(site, registryDir, {}, progress)).toMatchObject({ outcome: 'announced' })
    expect(progress.said.join('\n')).toMatch(/Version .+ cannot be read \(.+\); another is built/)
  })

  test('needs a full file, and says what it found instead', async () => {
    const site = await startSite({ [week]: await weekArchive('ALONE', '15') })
    await expect(updateFrom(site, testFolder())).rejects.toThrow(
      `expected a link to a full file, NPPES_Data_Dissemination_MONTH_YEAR.zip; got ${week}`,
    )
    expect(newlyAsked(site)).toEqual(['NPI_Files.html'])
  })
})

describe('an update that fails', () => {
  /** A registry that serves November, on a site that now offers a week more. */
  async function withNewWeek(content: Buffer): Promise<{ site: Site; registryDir: string; unchanged(): void }> {
    const site = await startSite({ [november]: await archiveOf(people(3)) })
    const registryDir = testFolder()
    await updateFrom(site, registryDir)
    newlyAsked(site)
    putFile(site, week, content)
    const stateOf = () => {
      const versions = readdirSync(join(registryDir, 'versions'))
      return JSON.stringify([readFileSync(join(registryDir, 'current.json'), 'utf8'), versions])
    }
    const before = stateOf()
    return { site, registryDir, unchanged: () => expect(stateOf()).toBe(before) }
  }

  test('in the build announces nothing and keeps the downloads, so that the next one only builds', async () => {
    const rows = [person(npiOf(1), { 'Entity Type Code': '9' })]
    const { site, registryDir, unchanged } = await withNewWeek(
      await archiveOf(rows, 'npidata_pfile_20261109-20261115.csv'),
    )
    await expect(updateFrom(site, registryDir)).rejects.toThrow('expected at most 0.5 % refused rows')
    unchanged()
    expect(downloadsIn(registryDir)).toEqual(withDescriptions(november, week))

    const progress = recorder()
    expect(await updateFrom(site, registryDir, { leaveOutRefused: true }, progress)).toMatchObject({
      outcome: 'announced',
      refused: [{ name: `${week}/npidata_pfile_20261109-20261115.csv` }],
    })
    expect(progress.said.filter((line) => line.startsWith('downloading'))).toEqual([])
    expect(progress.said).toContain(`${week} is here already`)
  })

  test('on a file that was published again is tried again by the next update, whatever serves', async () => {
    const { site, registryDir, unchanged } = await withNewWeek(await weekArchive('SECOND', '15'))
    site.files.delete(`/nppes/${week}`)
    putFile(site, november, await archiveOf(people(9)), 2)
    await expect(updateFrom(site, registryDir)).rejects.toThrow('--allow-count-change')
    site.sent.length = 0
    await expect(updateFrom(site, registryDir)).rejects.toThrow('--allow-count-change')
    unchanged()
    expect(site.sent).toEqual([])
    expect(await updateFrom(site, registryDir, { allowCountChange: true })).toMatchObject({ outcome: 'announced' })
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
  })

  test('because the counts moved announces nothing, unless that is allowed', async () => {
    const { site, registryDir, unchanged } = await withNewWeek(await weekArchive('EXTRA', '15', npiOf(9)))
    await expect(updateFrom(site, registryDir)).rejects.toThrow('--allow-count-change')
    unchanged()
    expect(await updateFrom(site, registryDir, { allowCountChange: true })).toMatchObject({ outcome: 'announced' })
  })

  test('on a file that is no whole archive throws it away, and takes a better one the next time', async () => {
    const whole = await weekArchive('MENDED', '15')
    for (const damaged of [whole.subarray(0, whole.length - 30), Buffer.from('<html>Sign in to this network</html>')]) {
      const { site, registryDir, unchanged } = await withNewWeek(damaged)
      await expect(updateFrom(site, registryDir)).rejects.toThrow(`${week}: expected a whole zip archive; got`)
      unchanged()
      expect(downloadsIn(registryDir)).toEqual(withDescriptions(november))
      putFile(site, week, whole)
      expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
      expect(await lookUp(registryDir, npiOf(1))).toContain('Mended')
    }
  })

  test('on an archive damaged inside removes it, so that the next one downloads it again', async () => {
    const zip = await zipOf(
      {
        'npidata_pfile_20261115-20261115.csv': mainCsv([
          person(npiOf(1), { 'Provider Last Name (Legal Name)': 'MENDED' }),
        ]),
      },
      { compress: false },
    )
    const damaged = Buffer.from(zip)
    const at = damaged.indexOf('MENDED')
    damaged[at] = (damaged[at] ?? 0) ^ 1
    const { site, registryDir, unchanged } = await withNewWeek(damaged)
    await expect(updateFrom(site, registryDir)).rejects.toThrow(
      new RegExp(
        `${week} was damaged \\(expected the checksum .*\\) and is removed; the next update downloads it again`,
      ),
    )
    unchanged()
    expect(downloadsIn(registryDir)).toEqual(withDescriptions(november))
    // By its length and time nobody could tell it from the damaged one.
    putFile(site, week, zip)
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced' })
    expect(await lookUp(registryDir, npiOf(1))).toContain('Mended')
  })

  test('left out because it is damaged inside is downloaded again by the next update', async () => {
    const whole = await weekArchive('MENDED', '15')
    const damaged = patchDirectory(whole, (zip, at) => {
      zip[at + directoryRecord.checksum] = (zip[at + directoryRecord.checksum] ?? 0) ^ 1
    })
    const { site, registryDir } = await withNewWeek(damaged)
    expect(await updateFrom(site, registryDir, { leaveOutRefused: true })).toMatchObject({
      refused: [{ reason: expect.stringContaining('expected the checksum') }],
    })
    expect(downloadsIn(registryDir)).toEqual(withDescriptions(november))
    putFile(site, week, whole)
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced', refused: [] })
    expect(await lookUp(registryDir, npiOf(1))).toContain('Mended')
  })

  test('left out of which a part is damaged is downloaded again by the next update, which adds that part', async () => {
    const places = 'pl_pfile_20261115-20261115.csv'
    const whole = await zipOf({
      'npidata_pfile_20261115-20261115.csv': mainCsv([person(npiOf(1), { 'Last Update Date': '11/15/2026' })]),
      [places]: secondaryCsv([secondaryLocation(npiOf(1), 'Utica', '13501')]),
    })
    const damaged = patchDirectory(whole, (zip, at, index) => {
      if (index === 1) zip[at + directoryRecord.checksum] = (zip[at + directoryRecord.checksum] ?? 0) ^ 1
    })
    const { site, registryDir } = await withNewWeek(damaged)
    expect(await updateFrom(site, registryDir, { leaveOutRefused: true })).toMatchObject({
      manifest: { sourceDate: '2026-11-15' },
      refused: [{ name: `${week}/${places}`, reason: expect.stringContaining('expected the checksum') }],
    })
    expect(downloadsIn(registryDir)).toEqual(withDescriptions(november))
    putFile(site, week, whole)
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'announced', refused: [] })
    expect(await lookUp(registryDir, npiOf(1))).toContain('Utica')
    rmSync(join(registryDir, downloadsFolder), { recursive: true })
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
  })

  test('on a damaged archive that the page has dropped does not promise to download it again', async () => {
    const damaged = patchDirectory(await weekArchive('LOST', '15'), (zip, at) => {
      zip[at + directoryRecord.checksum] = (zip[at + directoryRecord.checksum] ?? 0) ^ 1
    })
    const { site, registryDir, unchanged } = await withNewWeek(damaged)
    site.files.delete(`/nppes/${week}`)
    const path = join(registryDir, downloadsFolder, week)
    writeFileSync(path, damaged)
    writeFileSync(`${path}.json`, JSON.stringify({ bytes: damaged.length, lastModified: null }))
    await expect(updateFrom(site, registryDir)).rejects.toThrow(
      new RegExp(`${week} was damaged \\(.+\\) and is removed; the page no longer lists it$`),
    )
    unchanged()
    expect(await updateFrom(site, registryDir)).toMatchObject({ outcome: 'nothingNewer' })
  })

  test('on a damaged archive goes on without it when told to', async () => {
    const { site, registryDir } = await withNewWeek(Buffer.from('not an archive'))
    expect(await updateFrom(site, registryDir, { leaveOutRefused: true })).toMatchObject({
      outcome: 'announced',
      refused: [{ name: week, reason: expect.stringContaining('expected a whole zip archive') }],
    })
  })

  test('on an archive that the server states shorter than it is announces nothing', async () => {
    const whole = await weekArchive('SHORT', '15')
    const { site, registryDir, unchanged } = await withNewWeek(whole)
    const short = () => ({ 'content-length': whole.length - 40 })
    insteadOf(site, week, (_, response) => response.writeHead(200, short()).end(whole.subarray(0, whole.length - 40)))
    await expect(updateFrom(site, registryDir)).rejects.toThrow(`${week}: expected a whole zip archive; got`)
    unchanged()
  })

  test('on a file that is missing on the server keeps those that came before it', async () => {
    const { site, registryDir, unchanged } = await withNewWeek(Buffer.alloc(0))
    insteadOf(site, week, (_, response) => response.writeHead(404).end())
    await expect(updateFrom(site, registryDir)).rejects.toThrow(`/nppes/${week}: expected status 200; got status 404`)
    unchanged()
    expect(downloadsIn(registryDir)).toEqual(withDescriptions(november))
    expect(askedFor(site, week)).toHaveLength(1)
  })
})

describe('the command', () => {
  test('downloads, announces, and the next day says that there is nothing newer', async () => {
    const site = await startSite({ [november]: await archiveOf(people(5)) })
    const registryDir = testFolder()
    const first = await runUpdate(site, registryDir)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/^step: downloading NPPES_Data_Dissemination_November_2026_V2.zip, 0.0 MB\n {2}100 %, /m)
    expect(first.out).toMatch(/^Version (2026-11-08-[0-9a-f]{8}) is announced\.$/m)
    const second = await runUpdate(site, registryDir)
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(second.out).toMatch(/^Already up to date: version 2026-11-08-\w+, with data through 2026-11-08\.$/m)
  })

  test('interrupted in the middle of a download keeps what came, and goes on from there', async () => {
    const archive = await archiveOf(people(5))
    const site = await startSite({ [november]: archive })
    const registryDir = testFolder()
    const half = archive.length >> 1
    insteadOf(site, november, (_, response) => {
      response
        .writeHead(200, { 'last-modified': modifiedOf(1), 'content-length': archive.length })
        .write(archive.subarray(0, half))
    })
    const child = startUpdate(site, registryDir)
    const closed = once(child, 'close')
    const part = join(registryDir, downloadsFolder, `${november}.part`)
    await expect.poll(() => existsSync(part) && readFileSync(part).length, { timeout: 50_000 }).toBe(half)
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(130)
    expect(await runUpdate(site, registryDir)).toMatchObject({ code: 0, err: '' })
    expect(askedFor(site, november).map(({ range }) => range)).toEqual([undefined, `bytes=${half}-`])
    expect(existsSync(join(registryDir, 'build.lock'))).toBe(false)
  })

  test('is refused while a build has the folder, before it asks for anything', async () => {
    const site = await startSite({ [november]: await archiveOf(people(5)) })
    const registryDir = testFolder()
    mkdirSync(registryDir, { recursive: true })
    const lock = takeProcessLock(join(registryDir, 'build.lock'), 'The test')
    const { code, err } = await runUpdate(site, registryDir)
    lock.release()
    expect(code).toBe(1)
    expect(err).toContain(`The registry folder ${registryDir} is in use by process ${process.pid}`)
    expect(site.asked).toEqual([])
  })

  test('says in one sentence what is wrong with the page', async () => {
    const site = await startSite()
    const { code, out, err } = await runUpdate(site, testFolder())
    expect({ code, out }).toEqual({ code: 1, out: `step: reading ${site.origin}${pagePath}\n` })
    expect(err).toBe(
      `${site.pageUrl}: expected links to NPPES_Data_Dissemination_….zip on the origin of the page; got none\n`,
    )
  })
})

function startUpdate(site: Site, registryDir: string) {
  return spawn(process.execPath, [...programOf('registry/build/main.ts'), 'update'], {
    env: { REGISTRY_DIR: registryDir, REGISTRY_UPDATE_URL: site.pageUrl.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function runUpdate(site: Site, registryDir: string) {
  const child = startUpdate(site, registryDir)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

/** The NPIs of the first individuals of a main file. */
async function individualsOf(path: string): Promise<string[]> {
  const found: string[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const npi = /^"(\d{10})","1"/.exec(line)?.[1]
    if (npi !== undefined) found.push(npi)
  }
  return found.slice(0, 3)
}
