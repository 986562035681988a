import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newPicture } from '../../test/support/test-pictures.ts'
import { chunk, withChunk } from './hostile-images.ts'
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
