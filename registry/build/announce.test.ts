import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCurrent } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { buildIn, stateOf } from '../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { rollBack, versionDir } from './announce.ts'
import { openWorkspace } from './workspace.ts'

const mainName = 'npidata_pfile_20050523-20260608.csv'
const noLock = () => ({ release() {} })

/** A main file of `count` people, with a first name to tell it from others. */
function peopleCsv(count: number, first = 'ADA'): string {
  return mainCsv(Array.from({ length: count }, (_, n) => person(npiOf(n), { 'Provider First Name': first })))
}

function buildOf(registryDir: string, content: string) {
  return buildIn(registryDir, writeFiles(testFolder(), { [mainName]: content }))
}

function rollBackIn(registryDir: string) {
  const workspace = openWorkspace(registryDir, noLock)
  return rollBack(workspace, new Date('2026-11-21T00:00:00Z')).finally(() => workspace.close())
}

test('three versions are kept, and rolling back goes back one by one until there is none', async () => {
  const registryDir = testFolder()
  const versions: string[] = []
  for (const first of ['ADA', 'BEA', 'CLARA', 'DORA']) {
    versions.push((await buildOf(registryDir, peopleCsv(3, first))).manifest.version)
  }
  const [, second = '', third = '', fourth = ''] = versions
  expect(readdirSync(join(registryDir, 'versions')).sort()).toEqual([second, third, fourth].sort())
  expect(await rollBackIn(registryDir)).toEqual({ from: fourth, to: third, passedOver: [] })
  expect(await rollBackIn(registryDir)).toEqual({ from: third, to: second, passedOver: [] })
  await expect(rollBackIn(registryDir)).rejects.toThrow(`expected an earlier version than ${second}; got none`)
  expect(await readCurrent(registryDir)).toMatchObject({
    version: second,
    history: [],
    rolledBack: [{ version: third }, { version: fourth }],
  })
  const again = await buildOf(registryDir, peopleCsv(3, 'DORA'))
  expect(again).toMatchObject({ outcome: 'announced', manifest: { version: fourth } })
  expect(await readCurrent(registryDir)).toMatchObject({
    version: fourth,
    history: [{ version: second }],
    rolledBack: [{ version: third }],
  })
})

test('rolling back passes over versions that do not open, and says which and why', async () => {
  const registryDir = testFolder()
  const versions: string[] = []
  for (const first of ['ADA', 'BEA', 'CLARA']) {
    versions.push((await buildOf(registryDir, peopleCsv(3, first))).manifest.version)
  }
  const [first = '', second = '', third = ''] = versions
  rmSync(versionDir(registryDir, second), { recursive: true })
  expect(await rollBackIn(registryDir)).toEqual({
    from: third,
    to: first,
    passedOver: [{ version: second, reason: expect.stringMatching(/^manifest\.json: could not be read/) }],
  })
  expect(await readCurrent(registryDir)).toMatchObject({ version: first, history: [] })
})

test('rolling back where no earlier version opens is refused, and so is one where nothing was built', async () => {
  const registryDir = testFolder()
  await expect(rollBackIn(registryDir)).rejects.toThrow(
    'expected a registry with an earlier version; got one that was never built',
  )
  const { manifest } = await buildOf(registryDir, peopleCsv(3))
  const second = await buildOf(registryDir, peopleCsv(3, 'BEA'))
  rmSync(join(versionDir(registryDir, manifest.version), 'manifest.json'))
  const before = stateOf(registryDir)
  const rollingBack = rollBackIn(registryDir)
  await expect(rollingBack).rejects.toThrow(`${manifest.version}: expected a version that opens; got manifest.json: `)
  await expect(rollingBack).rejects.toThrow(
    `expected an earlier version than ${second.manifest.version}; got none that opens`,
  )
  expect(stateOf(registryDir)).toBe(before)
})

test('a version that was damaged after it was announced is made whole by building it again', async () => {
  const registryDir = testFolder()
  const { manifest } = await buildOf(registryDir, peopleCsv(3))
  const folder = versionDir(registryDir, manifest.version)
  rmSync(join(folder, 'manifest.json'))
  expect((await buildOf(registryDir, peopleCsv(3))).outcome).toBe('announced')
  const registry = await openRegistry(folder)
  registry.close()
})

test('a version of the history that is built again serves from the folder it has', async () => {
  const registryDir = testFolder()
  const { manifest } = await buildOf(registryDir, peopleCsv(3))
  const mark = join(versionDir(registryDir, manifest.version), 'mark')
  writeFileSync(mark, 'the same folder')
  await buildOf(registryDir, peopleCsv(3, 'BEA'))
  expect((await buildOf(registryDir, peopleCsv(3))).outcome).toBe('announced')
  expect(readdirSync(versionDir(registryDir, manifest.version))).toContain('mark')
  expect(await readCurrent(registryDir)).toMatchObject({ version: manifest.version })
})

test('a version that was set aside when a build was killed has its name again at the next', async () => {
  const registryDir = testFolder()
  const { manifest } = await buildOf(registryDir, peopleCsv(3))
  const aside = join(registryDir, 'versions', `.replaced-${manifest.version}`)
  renameSync(versionDir(registryDir, manifest.version), aside)
  openWorkspace(registryDir, noLock).close()
  const registry = await openRegistry(versionDir(registryDir, manifest.version))
  registry.close()
  // Killed a moment later, the new folder has the name, and the old one has to go.
  mkdirSync(aside)
  openWorkspace(registryDir, noLock).close()
  expect(readdirSync(join(registryDir, 'versions'))).toEqual([manifest.version])
})

test('a registry folder that was given free is no longer touched, whoever works there now', async () => {
  const registryDir = testFolder()
  let releases = 0
  const first = openWorkspace(registryDir, () => ({ release: () => void releases++ }))
  first.begin()
  first.close()
  const second = openWorkspace(registryDir, noLock)
  const folder = second.begin()
  first.close()
  expect(readdirSync(join(registryDir, 'versions'))).toHaveLength(1)
  expect(releases).toBe(1)
  second.close()
  expect(() => readdirSync(folder)).toThrow('ENOENT')
})
