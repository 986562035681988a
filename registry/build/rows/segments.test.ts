import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherNameColumns } from '#registry/columns'
import { npiOf } from '../../../test/support/registry/test-files.ts'
import { samplesPerReasonMax } from '../limits.ts'
import { sharedBytes } from '../memory/shared-bytes.ts'
import { CsvError } from '../sources/csv-reader.ts'
import { threads, type WorkerPool } from '../worker-pool.ts'
import { type Cut, readSegments, type SegmentFile, SegmentReader, SpareSegments } from './segments.ts'

const file: SegmentFile = {
  number: 3,
  kind: 'otherNames',
  header: otherNameColumns,
  columns: Int16Array.from(otherNameColumns.keys()),
  today: 20261120,
  releasedOn: 20261108,
}
const header = `${otherNameColumns.join(',')}\n`

/** Everything that comes of a file: rows, refusals with their lines, and why reading stopped. */
async function toldOf(
  content: string,
  cut: Cut,
  { chunkBytes = 777, workerPool }: { chunkBytes?: number; workerPool?: WorkerPool } = {},
) {
  const bytes = Buffer.from(content)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const reader = new SegmentReader()
  let segments = 0
  let again = 0
  const readers = {
    ahead: workerPool?.ahead ?? 3,
    segment: async (task: Parameters<SegmentReader['read']>[0]) => {
      segments++
      if (task.start !== undefined) again++
      return workerPool?.segment(task) ?? reader.read(task)
    },
  }
  const staged: Uint8Array[] = []
  const refused: string[] = []
  const refusedByRule = new Map<string, number>()
  const shown = new Map<string, number>()
  let rows = 0
  let repeatedHeaders = 0
  let fault = ''
  try {
    await readSegments(
      file,
      chunks(),
      readers,
      (answer, firstLine) => {
        staged.push(new Uint8Array(answer.staged))
        rows += answer.rows
        repeatedHeaders += answer.repeatedHeaders
        for (const { line, rule, got } of answer.refused.samples) {
          shown.set(rule, (shown.get(rule) ?? 0) + 1)
          if ((shown.get(rule) ?? 0) > samplesPerReasonMax) continue
          refused.push(`${firstLine + line - 1}: ${rule}; got ${got}`)
        }
        for (const [rule, count] of answer.refused.byRule) {
          refusedByRule.set(rule, (refusedByRule.get(rule) ?? 0) + count)
        }
      },
      new SpareSegments(),
      cut,
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    fault = `${error.line}: ${error.message}`
  }
  return {
    told: { staged: Buffer.concat(staged).toString('hex'), rows, repeatedHeaders, refused, refusedByRule, fault },
    segments,
    again,
  }
}

const whole: Cut = { segmentBytes: 10_000_000, overlapBytes: 1 }
/** Longer than any row below. */
const overlapBytes = 400

const name = fc.oneof(
  fc.constantFrom('ACME', 'A "GOOD" ONE', 'TWO\nLINES', '"\n"', 'ÉCOLE', '\n1234567893,A,3\n', ',', '\r\n'),
  fc.string({ maxLength: 10 }),
)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const row = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.nat(20), name).map(([npi, text]) => `"${npiOf(npi)}",${quoted(text)},"3"`) },
  fc.constantFrom('', '1,2', 'a"b,c,d', '"a"b,c,d', '"1","ACME","9"', header.trim(), '"x\r",y\rz,3', '\u0000,b,c'),
)
const table = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.array(row, { minLength: 60, maxLength: 90 }), fc.constantFrom('\n', '\r\n'))
  .map(([mark, rows, lineEnd]) => mark + header + rows.join(lineEnd) + lineEnd)

test('a file read in segments says what it says read whole, wherever it is cut', async () => {
  let segments = 0
  let again = 0
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 90, max: 500 }), async (content, segmentBytes) => {
      const cut = await toldOf(content, { segmentBytes, overlapBytes })
      expect(cut.told).toEqual((await toldOf(content, whole)).told)
      segments += cut.segments
      again += cut.again
    }),
    { numRuns: 300 },
  )
  // Both ways were gone: most guesses of where a row begins are right, and wrong ones are found out.
  expect(again).toBeGreaterThan(0)
  expect(segments).toBeGreaterThan(5 * again)
})

test('a file that ends at any byte says the same read in segments', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => `"${npiOf(index)}","NAME\n${index}","3"\n`)
  const content = header + rows.join('')
  for (let end = 0; end < content.length; end += 5) {
    const cutOff = content.slice(0, end)
    const { told } = await toldOf(cutOff, { segmentBytes: 90, overlapBytes: 100 })
    expect(told, `${end} bytes`).toEqual((await toldOf(cutOff, whole)).told)
  }
})

test('a segment of rubbish answers with the first few rows of each rule and how many there were, however many that is', async () => {
  const content = Buffer.from(header + '1,2\n'.repeat(50_000) + `"1","ACME","3"\n`.repeat(70))
  const bytes = sharedBytes(content.length)
  bytes.set(content)
  const task = { bytes, until: content.length, start: undefined, isFirst: true, isLast: true }
  const { rows, refused } = new SegmentReader().read({ file, ...task })
  expect(rows).toBe(50_070)
  expect([...refused.byRule.values()]).toEqual([50_000, 70])
  expect(refused.samples.map(({ line }) => line)).toEqual([
    ...Array.from({ length: samplesPerReasonMax }, (_, index) => 2 + index),
    ...Array.from({ length: samplesPerReasonMax }, (_, index) => 50_002 + index),
  ])
})

test('a row without end, in a later segment, stops the file at its line', async () => {
  const good = `"${npiOf(1)}","ACME","3"\n`
  const content = `${header}${good.repeat(100)}"${npiOf(2)}","LOST${good.replaceAll('"', ' ').repeat(20_000)}`
  const { told } = await toldOf(
    content,
    { segmentBytes: 1_000, overlapBytes: 256 * 1024 + 1 },
    { chunkBytes: 64 * 1024 },
  )
  expect(told.rows).toBe(100)
  expect(told.fault).toBe('102: expected rows of at most 262144 bytes; got a longer one, perhaps a lost quote')
})

test('threads read segment after segment in the same memory, and tell what one reader tells of the whole file', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `"${npiOf(index)}","ACME ${'x'.repeat(index % 97)}","3"\n`)
  // A few that only look like the beginning of a row to whoever begins in the middle, and a few that are refused.
  for (let at = 0; at < rows.length; at += 50)
    rows[at] = at % 100 === 0 ? '1,2\n' : `"${npiOf(at)}","A\n${npiOf(1)},X,3\nB","3"\n`
  const content = header + rows.join('')
  const workerPool = threads(2)
  try {
    const { told } = await toldOf(content, { segmentBytes: 1_000, overlapBytes: 400 }, { workerPool })
    expect(told).toEqual((await toldOf(content, whole)).told)
    expect(told.rows).toBe(rows.length)
  } finally {
    await workerPool.close()
  }
})
