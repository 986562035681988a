import { expect, test } from 'vitest'
import type { SourceSummary } from '#registry/format'
import { newFileRecord } from '../file-record.ts'
import { filesMax } from '../limits.ts'
import { CannotMergeError } from './cannot-merge.ts'
import { mergedFiles } from './merged-files.ts'

const counts = { bytes: 1, rows: 1, taken: 1, superseded: 0, orphan: 0, refused: 0 }
const sources = (count: number) =>
  Array.from(
    { length: count },
    (_, index): SourceSummary => ({ name: `${index}`, kind: 'main', date: null, ...counts }),
  )

test('a version of as many files as a build reads can be merged onto, and one more cannot', () => {
  expect(mergedFiles({ sources: sources(filesMax) }, []).files.length).toBe(filesMax)
  const given = (name: string) =>
    newFileRecord({ name, format: 'csv', bytes: 1, open: () => Promise.reject() }, 'endpoints', undefined)
  const last = { sources: sources(filesMax - 1) }
  expect(mergedFiles(last, [given('a')]).files.length).toBe(filesMax)
  const merging = () => mergedFiles(last, [given('a'), given('b')])
  expect(merging).toThrow(CannotMergeError)
  expect(merging).toThrow('got one of 9999 files, with which these are more than 10000')
})
