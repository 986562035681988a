import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checksumText,
  formatVersion,
  isVersion,
  type Manifest,
  manifestText,
  parseManifest,
  readCurrent,
  versionOf,
} from './format.ts'

const unnamed = {
  formatVersion,
  sourceDate: '2026-11-08',
  isSample: true,
  counts: { individuals: 2, organizations: 1, doctors: 1, deactivated: 0, locations: 4, unplaced: 1 },
  countsByState: { NY: { individuals: 1, organizations: 1 }, AK: { individuals: 1, organizations: 0 } },
  sources: [
    {
      name: 'npidata_pfile.csv',
      kind: 'main' as const,
      date: null,
      bytes: 9,
      rows: 5,
      taken: 3,
      superseded: 1,
      orphan: 0,
      refused: 1,
    },
  ],
  refused: {
    rows: 1,
    byReason: { 'NPI: wrong check digit': 1 },
    files: [{ name: 'old.csv', reason: 'no NPI column' }],
  },
  files: { 'npis.u32': { bytes: 12, sha256: 'ab'.repeat(32) } },
}
const manifest: Manifest = { ...unnamed, version: versionOf(unnamed) }

describe('a manifest', () => {
  test('is read as it was written', () => {
    expect(parseManifest(manifestText(manifest))).toEqual(manifest)
  })

  test('is the same text whatever order its members were made in', () => {
    const { NY, AK } = unnamed.countsByState
    const other = { version: manifest.version, ...unnamed, countsByState: { AK, NY } }
    expect(manifestText(other)).toBe(manifestText(manifest))
  })

  test('gives its version a name with the date and a hash that any change changes', () => {
    expect(manifest.version).toMatch(/^2026-11-08-[0-9a-f]{8}$/)
    expect(isVersion(manifest.version)).toBe(true)
    expect(versionOf({ ...unnamed, isSample: false })).not.toBe(manifest.version)
    expect(versionOf(manifest)).toBe(manifest.version)
  })

  test.each([
    ['counts', { ...manifest, counts: null }, 'counts: expected an object, got null'],
    [
      'a count',
      { ...manifest, counts: { ...manifest.counts, doctors: -1 } },
      'counts.doctors: expected a whole number from 0, got -1',
    ],
    ['a source', { ...manifest, sources: [{}] }, 'sources[0].name: expected a text, got nothing'],
    [
      'a kind',
      { ...manifest, sources: [{ ...unnamed.sources[0], kind: 'x' }] },
      'sources[0].kind: expected one of main, ',
    ],
    ['a checksum', { ...manifest, files: { a: { bytes: 1, sha256: 'x' } } }, 'files.a.sha256: expected a text like '],
    [
      'a file name',
      { ...manifest, files: { '../a': unnamed.files['npis.u32'] } },
      'files: expected plain file names, got "../a"',
    ],
    ['a version', { ...manifest, version: '2026-11-08-00000000' }, 'version: expected 2026-11-08-'],
    [
      'an older format',
      { formatVersion: 0 },
      `expected format version ${formatVersion}, got 0; build the registry again`,
    ],
  ])('with a mistake in %s is refused with what was expected and what came', (_name, wrong, message) => {
    expect(() => parseManifest(JSON.stringify(wrong))).toThrow(`manifest.json: ${message}`)
  })
})

test('the checksum of a manifest has the form that sha256sum checks', () => {
  expect(checksumText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  manifest.json\n')
})

test('only a date and eight hex digits make a version', () => {
  for (const text of [
    '',
    '2026-11-08',
    '2026-11-08-0a1b2c3',
    '2026-11-08-0A1B2C3D',
    '../2026-11-08-0a1b2c3d',
    '.',
    '..',
  ]) {
    expect(isVersion(text), text).toBe(false)
  }
})

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'praxidex-current-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const announced = { version: '2026-11-08-0a1b2c3d', announcedAt: '2026-11-09T04:05:06.789Z' }

test('no version serves where none was announced, nor where there is no folder', async () => {
  expect(await readCurrent(join(dir, 'nowhere'))).toBeUndefined()
  expect(await readCurrent(dir)).toBeUndefined()
})

test('the version, those before it and those rolled back from are listed', async () => {
  const [before, wrong] = [
    { ...announced, version: '2026-11-01-ffffffff' },
    { ...announced, version: '2026-11-15-ffffffff' },
  ]
  const current = { ...announced, history: [before], rolledBack: [wrong] }
  await writeFile(join(dir, 'current.json'), JSON.stringify(current))
  expect(await readCurrent(dir)).toEqual(current)
})

test('a file of a program that remembered no rollbacks tells of none', async () => {
  await writeFile(join(dir, 'current.json'), JSON.stringify({ ...announced, history: [] }))
  expect(await readCurrent(dir)).toEqual({ ...announced, history: [], rolledBack: [] })
})

test.each([
  ['', /^current\.json: expected JSON, got /],
  ['[]', /^current\.json: the whole file: expected an object, got \[\]$/],
  [
    JSON.stringify({ ...announced, history: [], version: '../../etc' }),
    /^current\.json: version: expected .*, got "\.\.\/\.\.\/etc"$/,
  ],
  [JSON.stringify(announced), /^current\.json: history: expected a list, got nothing$/],
  [JSON.stringify({ ...announced, history: [{}] }), /^current\.json: history\[0\]\.version: expected .*, got nothing$/],
  [' '.repeat(5 * 1024 * 1024), /^current\.json: expected at most 4194304 bytes, got 5242880$/],
])(
  'a file that is not what it should be is refused with what was expected and what came (%#)',
  async (text, message) => {
    await writeFile(join(dir, 'current.json'), text)
    await expect(readCurrent(dir)).rejects.toThrow(message)
  },
)
