import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOfPhrase, expand, phrasesMax } from './records.ts'

const phrases = Array.from({ length: phrasesMax }, (_, number) => Buffer.from(`<${number}>`))

function expanded(text: Buffer): string {
  const pieces: Buffer[] = []
  expand(text, phrases, (source, from, to) => pieces.push(source.subarray(from, to)))
  return Buffer.concat(pieces).toString('utf8')
}

test('every phrase has a number of its own, of one byte or two, without a newline in it', () => {
  const codes = phrases.map((_, number) => Buffer.from(codeOfPhrase(number)))
  expect(new Set(codes.map((code) => code.toString('hex'))).size).toBe(phrasesMax)
  for (const code of codes) expect(code.includes(0x0a)).toBe(false)
  expect(codes.filter((code) => code.length === 1)).toHaveLength(21)
  expect(expanded(Buffer.concat(codes))).toBe(Buffer.concat(phrases).toString())
})

test('text with numbers in it comes back whole', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 10 }).map((one) => JSON.stringify(one))
  const piece = fc.oneof(
    fc.nat(phrasesMax - 1).map((number) => ({ coded: Buffer.from(codeOfPhrase(number)), plain: `<${number}>` })),
    text.map((plain) => ({ coded: Buffer.from(plain), plain })),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(expanded(Buffer.concat(pieces.map(({ coded }) => coded)))).toBe(pieces.map(({ plain }) => plain).join(''))
    }),
  )
})
