import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerBytes, copyShared, giveBack } from './answer-bytes.ts'

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

test('an answer stays what it is until it is given back, whichever others were, and its memory is written again then', () => {
  const lengths = fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 90_000, max: 200_000 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(lengths, fc.nat(1000)), { maxLength: 60 }), (answers) => {
      const out = new AnswerBytes()
      const held: { text: string; answer: Buffer }[] = []
      for (const [index, [length, chosen]] of answers.entries()) {
        const text = String.fromCharCode(97 + (index % 26)).repeat(length)
        out.begin()
        out.text(text)
        held.push({ text, answer: out.take() })
        if (chosen % 3 === 0) continue
        const [{ text: expected, answer } = expect.unreachable()] = held.splice(chosen % held.length, 1)
        expect(answer.toString('latin1') === expected).toBe(true)
        giveBack(answer)
      }
      for (const { text, answer } of held) expect(answer.toString('latin1') === text).toBe(true)
    }),
    { numRuns: 100 },
  )
  const out = new AnswerBytes()
  const places = Array.from({ length: 1000 }, () => {
    out.begin()
    out.text('x'.repeat(20_000))
    const answer = out.take()
    giveBack(answer)
    return answer.buffer
  })
  expect(new Set(places).size).toBe(1)
})

test('bytes that threads share are copied as they are, wherever they stand', () => {
  const out = new AnswerBytes()
  const shared = Buffer.from(new SharedArrayBuffer(200_000))
  const bytes = Buffer.from(Uint8Array.from({ length: shared.length }, (_, at) => (at * 7919) % 256))
  copyShared(bytes, 0, bytes.length, shared, 0)
  for (const [from, to] of [
    [0, 0],
    [3, 4],
    [5, 300],
    [1, 95_000],
    [7, 200_000],
  ] as const) {
    out.begin()
    out.text('é')
    out.copyShared(shared, from, to)
    expect(out.take().equals(Buffer.concat([Buffer.from('é'), bytes.subarray(from, to)]))).toBe(true)
  }
})
