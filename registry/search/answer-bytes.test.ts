import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerBytes, copyShared } from './answer-bytes.ts'

test('an answer is what was written, however long, and stays it while others are written', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.integer({ min: 1, max: 30_000 }).map((length) => 'é'.repeat(length)),
  )
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 30 }), { maxLength: 6 }), (answers) => {
      const out = new AnswerBytes()
      const taken = answers.map((pieces) => {
        out.begin()
        for (const [index, text] of pieces.entries()) {
          if (index % 2 === 0) out.text(text)
          else out.copy(Buffer.from(`<${text}>`), 1, Buffer.byteLength(text) + 1)
        }
        return out.take()
      })
      expect(taken.map((answer) => answer.toString())).toEqual(answers.map((pieces) => pieces.join('')))
    }),
    { numRuns: 200 },
  )
})

test('what was written and not taken is forgotten, and so is what is cut off', () => {
  const out = new AnswerBytes()
  out.begin()
  out.text('never asked for')
  out.begin()
  out.text('kept')
  const { length } = out
  out.text(' and not kept')
  expect(Buffer.from(out.since(length)).toString()).toBe(' and not kept')
  out.cutTo(length)
  out.byte(0x21)
  expect(out.take().toString()).toBe('kept!')
})

test('hundredths are written as JSON writes such numbers', () => {
  const out = new AnswerBytes()
  const written = (hundredths: number) => {
    out.begin()
    out.hundredths(hundredths)
    return out.take().toString()
  }
  for (let hundredths = 0; hundredths <= 12_000; hundredths++) {
    expect(written(hundredths)).toBe(JSON.stringify(hundredths / 100))
  }
  expect(written(1_243_651)).toBe('12436.51')
})

test('bytes that threads share are copied as they are, wherever they begin', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 256))
  const shared = Buffer.from(new SharedArrayBuffer(bytes.length))
  copyShared(bytes, 0, bytes.length, shared, 0)
  for (const [from, to] of [
    [0, 0],
    [3, 4],
    [1, 95_000],
    [7, 200_000],
  ] as const) {
    const target = Buffer.alloc(to - from + 2)
    expect(copyShared(shared, from, to, target, 1)).toBe(to - from)
    expect(target.equals(Buffer.concat([Buffer.alloc(1), bytes.subarray(from, to), Buffer.alloc(1)]))).toBe(true)
  }
})
