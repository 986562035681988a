/** Which tests the nightly run has: those of its own, and those of every change whose names cite a fault or that try more by night. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { citedIds } from './report.ts'
import { root } from './report-folder.ts'

export interface TestFile {
  path: string
  /** Ids of the fault plan that the names of its tests cite. */
  cites: string[]
}

const folders = ['contract', 'registry', 'server', 'test']

/** Every test that every change runs, but for those of the reports themselves. */
export function testFiles(): (TestFile & { triesMoreByNight: boolean })[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/reliability/'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, cites: citesIn(text), triesMoreByNight: text.includes('/support/trials.ts') }
    })
}

/** The tests that only the nightly run has. */
export function ownFiles(): TestFile[] {
  const folder = 'test/nightly'
  return readdirSync(join(root, folder)).map((name) => {
    const path = `${folder}/${name}`
    return { path, cites: citesIn(readFileSync(join(root, path), 'utf8')) }
  })
}

/** Paths of all of them. */
export function nightlyFiles(): string[] {
  const more = testFiles().filter(({ cites, triesMoreByNight }) => cites.length > 0 || triesMoreByNight)
  return [...ownFiles(), ...more].map(({ path }) => path)
}

/** Of the texts that a file has in quotes, names of tests among them. */
function citesIn(text: string): string[] {
  return citedIds([...text.matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , quoted]) => quoted).join('\n'))
}
