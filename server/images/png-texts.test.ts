import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chunk, withChunk } from '../../test/support/images/hostile-images.ts'
import { newPicture } from '../../test/support/test-pictures.ts'
import { withoutCompressedTexts } from './png-texts.ts'

const text = deflateSync(Buffer.from('a text'))
const compressed: [string, string, Buffer][] = [
  ['a text', 'zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), text])],
  ['an international text', 'iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0', 'latin1'), text])],
]

test.each(compressed)('C5: %s that is compressed is taken out of a PNG, and nothing else', async (_, name, data) => {
  const png = await newPicture().png().toBuffer()
  expect(withoutCompressedTexts(png).equals(png)).toBe(true)
  const between = withChunk(withChunk(png, name, data), 'tEXt', Buffer.from('Software\0A program'))
  expect(withoutCompressedTexts(between).equals(withChunk(png, 'tEXt', Buffer.from('Software\0A program')))).toBe(true)
  const behind = Buffer.concat([png, chunk(name, data)])
  expect(withoutCompressedTexts(behind).equals(png)).toBe(true)
})

test('C5: compressed texts are taken out however many there are, side by side and between others', async () => {
  const png = await newPicture().png().toBuffer()
  const other = chunk('tEXt', Buffer.from('Software\0A program'))
  const texts = compressed.map(([, name, data]) => chunk(name, data))
  const file = Buffer.concat([png, ...Array.from({ length: 100 }, () => [...texts, ...texts, other]).flat()])
  const left = Buffer.concat([png, ...Array.from({ length: 100 }, () => other)])
  expect(withoutCompressedTexts(file).equals(left)).toBe(true)
})

test('C5: a compressed text that is said to reach beyond the end is taken out with all that follows', async () => {
  const png = await newPicture().png().toBuffer()
  for (const [, name, data] of compressed) {
    const file = withChunk(png, name, data)
    const at = file.indexOf(name) - 4
    file.writeUInt32BE(0x7fff_ffff, at)
    expect(withoutCompressedTexts(file).equals(png.subarray(0, at))).toBe(true)
  }
})

test('an international text that is not compressed stays', async () => {
  const png = withChunk(await newPicture().png().toBuffer(), 'iTXt', Buffer.from('Comment\0\0\0\0\0a text', 'latin1'))
  expect(withoutCompressedTexts(png).equals(png)).toBe(true)
})

test('what is cut off anywhere is at most what it was, and nothing is thrown', async () => {
  const small = await newPicture().resize(20, 20).png().toBuffer()
  const png = compressed.reduce<Buffer>((file, [, name, data]) => withChunk(file, name, data), small)
  for (let length = 0; length < png.length; length++) {
    expect(withoutCompressedTexts(png.subarray(0, length)).length).toBeLessThanOrEqual(length)
  }
})
