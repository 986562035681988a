/**
 * Files made to harm whoever decodes them, for tests. Each is made here, so that none lies about in the project, and
 * each carries a mark where it hides something, so that a test can see whether it survives.
 */
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { imageBytesMax } from '#contract/limits'

export interface HostileImage {
  name: string
  /** Base64, or text that is not. */
  image: string
  /** Whether it holds a picture that may be kept, without anything else of it; perhaps, where chance decides. */
  isTaken: boolean | 'perhaps'
}

/** Stands where a file hides something. */
export const payloadMark = 'PRAXIDEX-PAYLOAD'

const script = `<script>${payloadMark}</script>`
const php = `<?php echo "${payloadMark}"; ?>`

/** EICAR's test file for virus scanners, which every scanner takes for a virus (eicar.org). */
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR'}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

/** All of them; making them takes a few seconds. */
export async function hostileImages(): Promise<HostileImage[]> {
  const jpeg = await picture().jpeg().toBuffer()
  const png = await picture().png().toBuffer()
  const webp = await picture().webp().toBuffer()
  return [
    ...notImages(),
    ...otherKinds(jpeg),
    ...(await floods()),
    ...damaged({ jpeg, png, webp }),
    ...(await polyglots({ jpeg, png, webp })),
    ...(await unusual()),
    ...(await atLimits()),
  ]
}

function picture(width = 200, height = 200): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#7799bb', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
}

const sent = (name: string, bytes: Buffer, isTaken: HostileImage['isTaken'] = false): HostileImage => ({
  name,
  image: bytes.toString('base64'),
  isTaken,
})

function notImages(): HostileImage[] {
  const text = (name: string, image: string): HostileImage => ({ name, image, isTaken: false })
  return [
    text('nothing', ''),
    text('a data URL', 'data:image/png;base64,iVBORw0KGgo='),
    text('base64 with line ends', 'iVBORw0K\nGgo='),
    text('base64 with blanks', 'iVBO Rw0K'),
    text('URL-safe base64', '_-__'),
    text('base64 without padding', 'iVBORw0KGg'),
    text('base64 with spare bits', 'iVBORw0KGgp='),
    text('base64 with padding inside', 'iV==BORw'),
    text('words', 'this is not an image'),
    text('characters beyond ASCII', 'ÄÖÜß'),
    text('NUL characters', '\0\0\0\0'),
    sent('one byte', Buffer.from([0xff])),
    sent('zeros', Buffer.alloc(1000)),
    sent('random bytes', Buffer.from(Array.from({ length: 1000 }, (_, n) => (n * 7919) & 0xff))),
  ]
}

function otherKinds(jpeg: Buffer): HostileImage[] {
  const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
  const entity = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`
  const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>`
  return [
    sent('SVG with a script', svg(script)),
    sent('SVG with a foreign object', svg(`<foreignObject>${script}</foreignObject>`)),
    sent('SVG that asks for a file', Buffer.from(entity)),
    sent('SVG with entities that grow', Buffer.from(laughs)),
    sent('SVG with an address', svg('<image href="http://127.0.0.1/"/>')),
    sent('HTML', Buffer.from(`<!doctype html>${script}`)),
    sent('PHP', Buffer.from(php)),
    sent('GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')),
    sent('TIFF, little end first', Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1')),
    sent('TIFF, big end first', Buffer.from('MM\0*\0\0\0\x08\0\0', 'latin1')),
    sent('BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])),
    sent('icon', Buffer.from('\0\0\x01\0\x01\0', 'latin1')),
    sent('PDF', Buffer.from(`%PDF-1.7\n${payloadMark}`)),
    sent('HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
    sent('AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'latin1')),
    sent('ZIP', Buffer.from('PK\x03\x04rest', 'latin1')),
    sent('PostScript', Buffer.from('%!PS-Adobe-3.0\n')),
    sent('ImageMagick script', Buffer.from('push graphic-context\nfill "url(https://127.0.0.1/)"')),
    sent('JPEG behind a line of text', Buffer.concat([Buffer.from('GIF\n'), jpeg])),
  ]
}

/** Little files of many pixels. */
async function floods(): Promise<HostileImage[]> {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#abc' } })
  return [
    sent('PNG of 196 million pixels', await flat(14_000, 14_000).png({ compressionLevel: 1 }).toBuffer()),
    sent('JPEG of 100 million pixels', await flat(10_000, 10_000).jpeg({ quality: 20 }).toBuffer()),
    sent('WebP of 64 million pixels', await flat(8_000, 8_000).webp({ quality: 1, effort: 0 }).toBuffer()),
    sent('PNG of 12,001 pixels on a side', await flat(12_001, 10).png().toBuffer()),
    sent('PNG that says it is 65,535 high', pngHeader(1, 65_535)),
    sent('PNG that says it is 2 billion wide', pngHeader(0x7fffffff, 0x7fffffff)),
    sent('PNG without pixels', pngHeader(0, 0)),
    sent('JPEG that says it is 65,535 high', jpegOfHeight(await picture().jpeg().toBuffer(), 65_535)),
    sent(
      'PNG with a text that inflates to 50 MB',
      withChunk(await picture().png().toBuffer(), 'zTXt', compressedText()),
      true,
    ),
    sent(
      'PNG with a profile that inflates to 50 MB',
      withChunk(await picture().png().toBuffer(), 'iCCP', compressedText()),
      true,
    ),
  ]
}

/**
 * WebP has no checksum over its pixels: noise in them is a picture of noise, but where it hits what the decoder
 * counts by.
 */
function damaged(files: Record<string, Buffer>): HostileImage[] {
  return Object.entries(files).flatMap(([kind, bytes]) => {
    const half = bytes.length / 2
    return [
      sent(`${kind} cut in half`, bytes.subarray(0, half)),
      sent(`${kind} cut behind its first bytes`, bytes.subarray(0, 16)),
      sent(`${kind} with noise in the middle`, noisy(bytes), kind === 'webp' ? 'perhaps' : false),
      sent(
        `${kind} with zeros for its second half`,
        Buffer.concat([bytes.subarray(0, half), Buffer.alloc(half)]),
        kind === 'webp',
      ),
    ]
  })
}

/** Pictures that are something else as well. Their pixels may be kept. */
async function polyglots(files: Record<'jpeg' | 'png' | 'webp', Buffer>): Promise<HostileImage[]> {
  const tails = {
    HTML: script,
    PHP: php,
    ZIP: `PK\x03\x04${payloadMark}`,
    'a virus test': eicar,
    JavaScript: `*/=alert("${payloadMark}")/*`,
  }
  const withTail = Object.entries(files).flatMap(([kind, bytes]) =>
    Object.entries(tails).map(([tail, text]) =>
      sent(`${kind} with ${tail} behind it`, Buffer.concat([bytes, Buffer.from(text)]), true),
    ),
  )
  const exif = { IFD0: { Copyright: php, ImageDescription: script } }
  return [
    ...withTail,
    sent('JPEG with a program in its comment', jpegWithComment(files.jpeg, script), true),
    sent('JPEG with PHP in its metadata', await picture().withExif(exif).jpeg().toBuffer(), true),
    sent('PNG with PHP in its metadata', await picture().withExif(exif).png().toBuffer(), true),
    sent('WebP with PHP in its metadata', await picture().withExif(exif).webp().toBuffer(), true),
    sent('PNG with a script in a text', withChunk(files.png, 'tEXt', Buffer.from(`Comment\0${script}`)), true),
  ]
}

/** Pictures that a decoder meets rarely. */
async function unusual(): Promise<HostileImage[]> {
  const frame = (value: number) => Buffer.alloc(40 * 40 * 3, value)
  const strip = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const
  const frames = await sharp(Buffer.concat([frame(90), frame(200)]), { raw: strip })
    .webp({ delay: [100, 100] })
    .toBuffer()
  return [
    sent('WebP that moves', frames),
    sent('JPEG in CMYK', await picture().toColourspace('cmyk').jpeg().toBuffer(), true),
    sent('PNG of 16 bits', await picture().toColourspace('rgb16').png().toBuffer(), true),
    sent('PNG of one bit', await picture().toColourspace('b-w').png({ palette: true, colours: 2 }).toBuffer(), true),
    sent(
      'PNG that is transparent',
      await sharp({ create: { width: 200, height: 200, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
      true,
    ),
    sent('JPEG that lies on its side', await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(), true),
    sent('PNG of one pixel', await picture(1, 1).png().toBuffer()),
    sent('PNG of 12,000 pixels by one', await picture(12_000, 1).png().toBuffer()),
    sent('progressive JPEG', await picture().jpeg({ progressive: true }).toBuffer(), true),
    sent('interlaced PNG', await picture().png({ progressive: true }).toBuffer(), true),
    sent('lossless WebP', await picture().webp({ lossless: true }).toBuffer(), true),
  ]
}

async function atLimits(): Promise<HostileImage[]> {
  const jpeg = await picture().jpeg().toBuffer()
  const filled = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
  return [
    sent('as many bytes as may be', filled(imageBytesMax), true),
    sent('one byte too many', filled(imageBytesMax + 1)),
  ]
}

function noisy(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let at = Math.floor(copy.length / 3); at < copy.length / 2; at++) copy[at] = (at * 31) & 0xff
  return copy
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A chunk of PNG: length, name, data and the CRC-32 of the last two (W3C PNG, section 5.3). */
export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const headerEnd = pngSignature.length + 25

/** The PNG with one chunk more, behind its header. */
export function withChunk(png: Buffer, name: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, headerEnd), chunk(name, data), png.subarray(headerEnd)])
}

function compressedText(): Buffer {
  return Buffer.concat([Buffer.from('name\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000, 'a'))])
}

function jpegOfHeight(jpeg: Buffer, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  return copy
}

function jpegWithComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(text)])
  comment.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
