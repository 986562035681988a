/**
 * Pictures for tests: no two look alike, on machines without fonts too, and they are small enough to be decoded at
 * once.
 */
import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

const columns = 12
const rows = 8

/** A pattern of grey squares that nobody has sent before, 600 by 400 pixels. */
export function newPicture(): Sharp {
  return sharp(randomBytes(columns * rows), { raw: { width: columns, height: rows, channels: 1 } }).resize(600, 400, {
    kernel: 'nearest',
  })
}

/** Such a picture as a camera writes it, with the metadata given. */
export function newPhoto(metadata: Record<string, string> = { Make: 'Example Camera' }): Promise<Buffer> {
  return newPicture().withExif({ IFD0: metadata }).jpeg().toBuffer()
}

/** An invented license with these lines, as PNG; nothing is to be read on it on a machine without fonts. */
export function licensePicture(office: string, ...written: string[]): Promise<Buffer> {
  const texts = written.map((text, at) => `<text x="80" y="${260 + 80 * at}" font-size="36">${text}</text>`)
  const head = `<text x="500" y="110" font-size="46" text-anchor="middle">${office}</text>`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" font-family="sans-serif">
    <rect width="1000" height="640" fill="#fdfcf5"/>${head}${texts.join('')}</svg>`
  return sharp(Buffer.from(picture)).png().toBuffer()
}
