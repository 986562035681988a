import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from '../../../test/support/registry/archives.ts'
import { buildIn } from '../../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder } from '../../../test/support/registry/test-files.ts'

const name = 'npidata_pfile_20050523-20261108.csv'
const content = mainCsv([person(npiOf(1))])
const leftover = 'not rows, whatever its name says'

/** What macOS, Windows, Excel and editors leave beside a file. */
const leftovers = [
  `__MACOSX/._${name}`,
  '__MACOSX/week/._week.zip',
  `._${name}`,
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '~$NPPES Deactivated NPI Report 20261109.xlsx',
  '.Trashes/501/pl_pfile_20050523-20261108.csv',
]

async function build(path: string) {
  const { manifest, ignored, refused } = await buildIn(testFolder(), [path])
  expect(manifest.counts.individuals).toBe(1)
  expect(refused).toEqual([])
  return { sources: manifest.sources.map((source) => source.name), ignored }
}

test('what an operating system leaves in an archive is passed over, also where it bears the name of a file of rows', async () => {
  const path = join(testFolder(), 'week.zip')
  const others = Object.fromEntries(leftovers.map((one) => [one, leftover]))
  writeFileSync(path, await zipOf({ [name]: content, ...others }))
  const { sources, ignored } = await build(path)
  expect(sources).toEqual([`week.zip/${name}`])
  expect(ignored.map((one) => one.name).sort()).toEqual(leftovers.map((one) => `week.zip/${one}`).sort())
})

test('what an operating system leaves in a folder is passed over, and so is a leftover that is given by itself', async () => {
  const folder = testFolder()
  for (const one of leftovers) {
    mkdirSync(join(folder, one, '..'), { recursive: true })
    writeFileSync(join(folder, one), leftover)
  }
  writeFileSync(join(folder, name), content)
  const { sources, ignored } = await build(folder)
  expect(sources).toEqual([name])
  expect(ignored.map((one) => one.name).sort()).toEqual([...leftovers].sort())
  const given = ['Thumbs.db', '~$NPPES Deactivated NPI Report 20261109.xlsx', name].map((one) => join(folder, one))
  expect((await buildIn(testFolder(), given)).refused).toEqual([])
})

test('an entry whose path begins with a dot and a slash is no leftover', async () => {
  const path = join(testFolder(), 'week.zip')
  writeFileSync(path, await zipOf({ [`./${name}`]: content }))
  expect((await build(path)).ignored).toEqual([])
})

const shared = join(import.meta.dirname, '../../../../shared/data/faults/09-rezipped-on-a-mac.zip')

test.skipIf(!existsSync(shared))('an archive of CMS that was zipped again on a Mac is read', async () => {
  const { manifest, refused } = await buildIn(testFolder(), [shared])
  expect(refused).toEqual([])
  expect(manifest.sources).toHaveLength(1)
  expect(manifest.sources[0]?.taken).toBeGreaterThan(0)
})
