import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIn, sentencesOf } from '../../../test/support/registry/test-build.ts'
import {
  csvOf,
  deactivated,
  mainCsv,
  npiOf,
  organization,
  person,
  testFolder,
  writeFiles,
} from '../../../test/support/registry/test-files.ts'
import { rowsOf, toldOf } from '../../../test/support/registry/test-reviews.ts'
import { checkReview } from './reviews.ts'

const columns = ['npi', 'rating', 'comment', 'date', 'source']
const [doctor, clinic, gone, nobody] = [1, 2, 3, 4].map(npiOf)
const main = mainCsv([person(doctor), organization(clinic), deactivated(gone, '01/02/2020')])
const one = { npi: doctor, rating: '4', comment: 'Kind.', date: '2026-01-02', source: 'Town survey' }

function built(files: Record<string, string>) {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20261108.csv': main, ...files })
  const result = buildIn(registryDir, paths)
  return { result, registryDir }
}

async function toldFrom(files: Record<string, string>, npi: string) {
  const { result, registryDir } = built(files)
  return { told: await toldOf(await result, registryDir, npi), result: await result }
}

describe('a file of reviews', () => {
  test('is listed newest first, with comment, date and source, and summed up in what answers show', async () => {
    const rows = [
      { ...one, date: '2024-05-06', rating: '1', comment: '' },
      one,
      { ...one, date: '2025-12-31', rating: '4.5', comment: 'Said "hello",\nand 你好 🙂' },
    ]
    const { told, result } = await toldFrom({ 'reviews.csv': csvOf(columns, rows) }, doctor)
    expect(told.summary).toEqual({ averageRating: 3.17, count: 3 })
    expect(told.reviews.map(({ date, rating, comment }) => [date, rating, comment])).toEqual([
      ['2026-01-02', 4, 'Kind.'],
      ['2025-12-31', 4.5, 'Said "hello",\nand 你好 🙂'],
      ['2024-05-06', 1, null],
    ])
    expect(told.reviews[0]).toEqual({ ...one, npi: undefined, kind: 'review', rating: 4 })
    expect(rowsOf(result, 'reviews.csv')).toEqual({ rows: 3, taken: 3, superseded: 0, orphan: 0, refused: 0 })
  })

  test('is read from JSON lines as from CSV, to the same bytes of the lists', async () => {
    const lines = [one, { ...one, npi: Number(clinic), rating: 5, comment: null }].map((row) => JSON.stringify(row))
    const fromLines = await toldFrom({ 'reviews.ndjson': `${lines.join('\n')}\n\n` }, clinic)
    const csv = csvOf(columns, [one, { ...one, npi: clinic, rating: '5', comment: '' }])
    const fromCsv = await toldFrom({ 'reviews.csv': csv }, clinic)
    expect(fromLines.told).toEqual(fromCsv.told)
    const { files } = fromLines.result.manifest
    expect(files['reviews.bin']).toEqual(fromCsv.result.manifest.files['reviews.bin'])
    expect(files['reviews.bin']?.bytes).toBeGreaterThan(100)
  })

  test('counts a review given twice once, and one of an NPI that is unknown or deactivated not at all', async () => {
    const rows = [one, one, { ...one, npi: nobody }, { ...one, npi: gone }]
    const files = { 'reviews-a.csv': csvOf(columns, rows), 'reviews-b.csv': csvOf(columns, [one]) }
    const { told, result } = await toldFrom(files, doctor)
    expect(told.total).toBe(1)
    expect(rowsOf(result, 'reviews-a')).toEqual({ rows: 4, taken: 1, superseded: 1, orphan: 2, refused: 0 })
    expect(rowsOf(result, 'reviews-b')).toEqual({ rows: 1, taken: 0, superseded: 1, orphan: 0, refused: 0 })
  })

  test('gives the same version whatever the order of its rows, and does not date it', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => ({ ...one, npi: n % 2 ? doctor : clinic, comment: `${n % 9}` }))
    const versions = await Promise.all(
      [rows, [...rows].reverse()].map(
        async (some) => (await built({ 'reviews_20261119.csv': csvOf(columns, some) }).result).manifest,
      ),
    )
    expect(versions[0]?.version).toBe(versions[1]?.version)
    expect(versions[0]?.sourceDate).toBe('2026-11-08')
  })

  test('has bad rows counted and written down with line, rule and what came', async () => {
    const good = Array.from({ length: 600 }, (_, n) => ({ ...one, comment: `${n}` }))
    const bad = [
      { ...one, rating: '6' },
      { ...one, date: '2026-11-21' },
      { ...one, npi: '1234567890' },
    ]
    const { result } = await toldFrom({ 'reviews.csv': csvOf(columns, [...good, ...bad]) }, doctor)
    expect(rowsOf(result, 'reviews.csv')).toMatchObject({ rows: 603, taken: 600, refused: 3 })
    expect(Object.keys(result.manifest.refused.byReason).sort()).toEqual([
      'date: expected a real date as yyyy-mm-dd that is not in the future',
      'npi: expected ten digits with the right check digit',
      'rating: expected a number from 1 to 5 with at most one decimal',
    ])
    expect(readFileSync(result.reportPath ?? '', 'utf8').split('\n')[0]).toBe(
      '{"file":"reviews.csv","line":602,"reason":"rating: expected a number from 1 to 5 with at most one decimal","got":"\\"6\\""}',
    )
  })

  test.each([
    ['without a column', csvOf(['npi', 'rating', 'date'], [one]), /without source/],
    ['with a column that nobody knows', csvOf([...columns, 'stars'], [one]), /with the unknown "stars"/],
    ['with a column twice', csvOf([...columns, 'rating'], [one]), /got rating a second time/],
    ['of bad rows', csvOf(columns, [{ ...one, rating: 'good' }]), /0\.5 % refused rows; got 1 of 1/],
  ])('%s stops the build with the reason', async (_, text, reason) => {
    expect(await sentencesOf(built({ 'reviews.csv': text }).result)).toMatch(reason)
  })

  test('that is refused as a whole leaves no review behind when the others are built without it', async () => {
    const registryDir = testFolder()
    const bad = csvOf(columns, [one, { ...one, rating: '9' }])
    const paths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20261108.csv': main, 'reviews.csv': bad })
    const result = await buildIn(registryDir, paths, { leaveOutRefused: true })
    expect(await toldOf(result, registryDir, doctor)).toMatchObject({ total: 0, summary: undefined })
  })

  test.each([
    ['{"npi":1', 'expected a JSON object'],
    ['[1]', 'expected a JSON object'],
    [JSON.stringify({ ...one, stars: 1 }), 'expected no members but npi, rating, comment, date, source'],
    [JSON.stringify({ ...one, comment: { html: '' } }), 'comment: expected at most 1000 characters'],
    [JSON.stringify({ ...one, source: 7 }), 'source: expected 1 to 100 characters'],
  ])('has the line %s refused by its rule', async (line, rule) => {
    expect(await sentencesOf(built({ 'reviews.jsonl': `${line}\n` }).result)).toContain(rule)
  })
})

describe('a review', () => {
  const check = (changed: Partial<typeof one>) => checkReview({ ...one, ...changed }, 20261120).kind

  test.each([
    [{ rating: '1' }, 'fit'],
    [{ rating: '5.0' }, 'fit'],
    [{ rating: '0.9' }, 'refused'],
    [{ rating: '5.1' }, 'refused'],
    [{ rating: '4.55' }, 'refused'],
    [{ rating: '' }, 'refused'],
    [{ date: '2026-11-20' }, 'fit'],
    [{ date: '2026-11-21' }, 'refused'],
    [{ date: '2023-02-29' }, 'refused'],
    [{ date: '01/02/2023' }, 'refused'],
    [{ comment: '' }, 'fit'],
    [{ comment: 'a\u0007' }, 'refused'],
    [{ comment: 'two\nlines' }, 'fit'],
    [{ source: '' }, 'refused'],
    [{ npi: '123' }, 'refused'],
  ])('with %j is %s', (changed, kind) => {
    expect(check(changed)).toBe(kind)
  })

  test('may have 1,000 characters of comment and 100 of source, whatever bytes they take', () => {
    expect([check({ comment: '🙂'.repeat(1000) }), check({ comment: '🙂'.repeat(1001) })]).toEqual(['fit', 'refused'])
    expect([check({ source: 'é'.repeat(100) }), check({ source: 'é'.repeat(101) })]).toEqual(['fit', 'refused'])
  })

  test('never breaks the check, whatever stands in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const given = fc.record({ npi: text, rating: text, comment: text, date: text, source: text })
    fc.assert(fc.property(given, (fields) => ['fit', 'refused'].includes(checkReview(fields, 20261120).kind)))
  })
})
