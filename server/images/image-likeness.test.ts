import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { card } from '../../test/support/images/test-cards.ts'
import { comparedWidth, lookAlike, type Raster } from './image-likeness.ts'
import { bitsApart, hashedSide, perceptualHashOf } from './perceptual-hash.ts'

const first = ['Maria', 'John', 'Wei', 'Aisha', 'Carlos', 'Olga', 'Priya', 'Sam', 'Linda', 'Kofi', 'Ada', 'Noor']
const last = [
  'Garcia',
  'Smith',
  'Chen',
  'Khan',
  'Lopez',
  'Ivanova',
  'Patel',
  'Brown',
  'Nguyen',
  'Mensah',
  'Byron',
  'Ali',
]
const layouts = [0, 1, 2, 3] as const

const changes: [string, (bytes: Buffer) => Sharp][] = [
  ['JPEG of quality 40', (bytes) => sharp(bytes).jpeg({ quality: 40 })],
  ['half the size', (bytes) => sharp(bytes).resize(500).jpeg({ quality: 80 })],
  ['cropped by 2 %', (bytes) => sharp(bytes).extract({ left: 10, top: 6, width: 980, height: 628 }).jpeg()],
  ['lightened', (bytes) => sharp(bytes).modulate({ brightness: 1.08 }).jpeg()],
  ['darkened', (bytes) => sharp(bytes).modulate({ brightness: 0.9 }).jpeg()],
  ['blurred', (bytes) => sharp(bytes).blur(1.5).jpeg()],
]

function cards(layout: 0 | 1 | 2 | 3): Promise<Buffer[]> {
  const draw = (name: string, n: number) =>
    card({
      layout,
      name: `${name} ${last[n]}`,
      license: `RN${100_000 + n * 70_919}`,
      expires: `0${1 + (n % 9)}/1${n % 9}/20${27 + n}`,
    })
  return Promise.all(first.map(draw))
}

async function raster(bytes: Buffer): Promise<Raster> {
  const image = sharp(bytes).greyscale().resize(comparedWidth).raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}

async function hash(bytes: Buffer): Promise<Buffer> {
  return perceptualHashOf(
    await sharp(bytes).greyscale().resize(hashedSide, hashedSide, { fit: 'fill' }).raw().toBuffer(),
  )
}

it('distinguishes the cards of 48 people, in all 264 pairs of one layout', async () => {
  let pairs = 0
  for (const layout of layouts) {
    const rasters = await Promise.all((await cards(layout)).map(raster))
    for (const [at, a] of rasters.entries()) {
      for (const b of rasters.slice(at + 1)) {
        pairs++
        expect(lookAlike(a, b)).toBe(false)
      }
    }
  }
  expect(pairs).toBe(264)
})

it.each(changes)('finds each of 16 cards again when it is %s', async (_, change) => {
  for (const layout of layouts) {
    for (const bytes of (await cards(layout)).slice(0, 4)) {
      const copy = await change(bytes).toBuffer()
      expect(lookAlike(await raster(bytes), await raster(copy))).toBe(true)
      expect(bitsApart(await hash(bytes), await hash(copy))).toBeLessThanOrEqual(32)
    }
  }
})

it('has nothing to compare in pictures without anything on them', async () => {
  const white = await raster(
    await sharp({ create: { width: 800, height: 500, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  )
  expect(lookAlike(white, white)).toBe(false)
})
