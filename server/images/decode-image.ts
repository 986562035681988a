/**
 * Decodes an upload and makes a new image from its pixels in a process of its own (decoder/main.ts), since decoders are
 * where malicious files do harm. No metadata, profile or trailing bytes survive. A refusal is a value.
 */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { imageBytesMax, imagePixelsMax, imageSideMax, imageSideMin } from '#contract/limits'
import { bytesOfBase64 } from '../platform/base64.ts'
import { type ImageAnswer, type RefusedImage, tooCostly, wasHeldUp } from './image-answer.ts'
import { type DecodedKind, decodedKindOf, decodedKinds, nameOfKind } from './image-kind.ts'
import { comparedWidth, lookAlike, type Raster } from './image-likeness.ts'
import { readMetadata } from './image-metadata.ts'
import { hashedSide, hashesInPositions } from './perceptual-hash.ts'
import { withoutCompressedTexts } from './png-texts.ts'

/** Small print of a page stays readable. */
const keptSideMax = 4_000

const webpQuality = 85

/** 0 to 6: more takes twice the time for a few percent of bytes. */
const webpEffort = 2

/** By the clock, since that is how the decoder limits itself. */
const decodeSecondsMax = 4

/** Our kinds never reach these; blocked in case a kind is misdetected. */
const blockedLoaders =
  'Nsgif Tiff Vips Svg Pdf Magick Heif Jxl Jp2k Openslide Csv Rad Ppm Fits Mat Analyze Nifti OpenExr Dcraw Uhdr'

const kindsExpected = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.values(decodedKinds))

export function guardDecoder(): void {
  sharp.block({ operation: blockedLoaders.split(' ').map((name) => `VipsForeignLoad${name}`) })
  sharp.cache(false)
  sharp.concurrency(1)
}

/** `busy`: others had the processor for some of the time that one image may take, so it may be read later. */
export async function prepareImage(base64: string): Promise<ImageAnswer | 'busy'> {
  const bytes = bytesOfBase64(base64)
  if (bytes === undefined)
    return refused('not_base64', 'The image must be base64 without prefix, blanks or line ends; this is other text.')
  if (bytes.length > imageBytesMax) {
    return refused(
      'too_large',
      `The image may have at most ${megabytes(imageBytesMax)}; this one has ${megabytes(bytes.length)}.`,
    )
  }
  const kind = decodedKindOf(bytes)
  if (kind === undefined) {
    return refused('not_an_image', `The image must be a ${kindsExpected} picture; this is ${nameOfKind(bytes)}.`)
  }
  const before = process.cpuUsage()
  try {
    return await decode(bytes, kind)
  } catch (error) {
    const isSlow = error instanceof Error && error.message.startsWith('timeout')
    if (!isSlow) return damaged(kind)
    const { user, system } = process.cpuUsage(before)
    return wasHeldUp((user + system) / 1000, decodeSecondsMax * 1000) ? 'busy' : refused('too_slow', tooCostly)
  }
}

/** `a` is tried in each of the positions (perceptual-hash.ts). */
export async function areAlike(a: Buffer, b: Buffer, positions: readonly number[]): Promise<boolean> {
  const raster = await rasterOf(b, 0)
  for (const position of positions) if (lookAlike(await rasterOf(a, position), raster)) return true
  return false
}

async function decode(sent: Buffer, kind: DecodedKind): Promise<ImageAnswer> {
  const bytes = kind === 'png' ? withoutCompressedTexts(sent) : sent
  // Of the header alone, to tell too many pixels from damage.
  const metadata = await sharp(bytes, { failOn: 'warning', limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = metadata
  if (metadata.format !== kind) return damaged(kind)
  if (pages > 1) return refused('many_frames', `The image must be a single picture; this one has ${pages} frames.`)
  if (Math.max(width, height) > imageSideMax || width * height > imagePixelsMax) {
    const limit = `at most ${counted(imageSideMax)} pixels on a side and ${imagePixelsMax / 1_000_000} million in all`
    return refused(
      'too_many_pixels',
      `The image may have ${limit}; this one has ${counted(width)} by ${counted(height)}.`,
    )
  }
  if (Math.min(width, height) < imageSideMin) {
    const sizes = `${counted(width)} by ${counted(height)}`
    return refused(
      'too_few_pixels',
      `The image has to have at least ${imageSideMin} pixels on each side; this one has ${sizes}.`,
    )
  }
  const { data: webp, info } = await opened(bytes)
    .timeout({ seconds: decodeSecondsMax })
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ width: keptSideMax, height: keptSideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: webpQuality, effort: webpEffort })
    .toBuffer({ resolveWithObject: true })
  const { values } = await grey(sharp(webp).resize(hashedSide, hashedSide, { fit: 'fill' }))
  return {
    ok: true,
    webp,
    width: info.width,
    height: info.height,
    originalSha256: createHash('sha256').update(sent).digest(),
    hashes: hashesInPositions(values),
    metadata: readMetadata(metadata),
  }
}

function opened(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'warning', limitInputPixels: imagePixelsMax, sequentialRead: true })
}

async function rasterOf(webp: Buffer, position: number): Promise<Raster> {
  const turned = await grey(
    sharp(webp)
      .rotate((position % 4) * 90)
      .resize({ width: comparedWidth }),
  )
  if (position < 4) return turned
  for (let row = 0; row < turned.height; row++) {
    turned.values.subarray(row * turned.width, (row + 1) * turned.width).reverse()
  }
  return turned
}

async function grey(image: Sharp): Promise<Raster> {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: data }
}

function damaged(kind: DecodedKind): RefusedImage {
  const sentence = `This ${decodedKinds[kind]} picture is damaged and cannot be read; send another photograph or scan.`
  return refused('unreadable', sentence)
}

/** Rounded up, so that one byte too many does not read as the limit itself. */
function megabytes(bytes: number): string {
  return `${Math.ceil((10 * bytes) / 1024 ** 2) / 10} MB`
}

function counted(pixels: number): string {
  return pixels.toLocaleString('en-US')
}

function refused(reason: RefusedImage['reason'], sentence: string): RefusedImage {
  return { ok: false, reason, sentence }
}
