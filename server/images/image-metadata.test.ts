import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newPicture } from '../../test/support/test-pictures.ts'
import { readMetadata } from './image-metadata.ts'

const turnedOnly = fileURLToPath(new URL('../../../shared/data/faults/10-exif-orientation-only.jpg', import.meta.url))

const metadataOf = async (IFD0: Record<string, string>) =>
  readMetadata(await sharp(await newPicture().withExif({ IFD0 }).jpeg().toBuffer()).metadata())

test.each([
  ['a make', { Make: 'Example Camera' }, true],
  ['a model', { Model: 'EC 2' }, true],
  ['a make of blanks', { Make: '   ' }, false],
  ['an artist', { Artist: 'A. Person' }, false],
  ['a program', { Software: 'Example Scanner 2.1' }, false],
])('metadata that names %s: whether it names a camera', async (_, named, hasCamera) => {
  expect(await metadataOf(named)).toMatchObject({ hasExif: true, hasCamera })
})

test('a file without metadata names no camera', async () => {
  expect(readMetadata(await sharp(await newPicture().jpeg().toBuffer()).metadata())).toEqual({
    hasExif: false,
    hasCamera: false,
  })
})

test.skipIf(!existsSync(turnedOnly))('metadata that only says how a picture lies names no camera', async () => {
  const metadata = await sharp(readFileSync(turnedOnly)).metadata()
  expect(readMetadata(metadata)).toEqual({ hasExif: true, hasCamera: false })
})
