/** Reads the text of an image by Tesseract, with the data that its package brings: nothing is downloaded, nothing is kept on disk. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createWorker, OEM } from 'tesseract.js'
import type { DocumentText } from '../document-text.ts'

/** Widths between which letters of a card or a page have the size that is read best; measured in docs/document-reading.md. */
const widthMin = 1_600
const widthMax = 2_400

/** Dots per inch that the engine is told, since none is known; it would warn otherwise. */
const dotsPerInch = '200'

/** Pixels of an image that was prepared before (server/images/decode-image.ts), with some room. */
const pixelsMax = 20_000_000

export type Recognise = (image: Buffer) => Promise<DocumentText>

/** Starts the engine, which takes about a second and 150 MB. */
export async function openRecogniser(): Promise<Recognise> {
  const data = fileURLToPath(import.meta.resolve('@tesseract.js-data/eng'))
  const engine = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(dirname(data), '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
  })
  await engine.setParameters({ user_defined_dpi: dotsPerInch })
  return async (image) => {
    const { data: page } = await engine.recognize(await prepared(image), {}, { blocks: true, text: false })
    const lines = (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
    return {
      lines: lines.map(({ words }) => words.map(({ text, confidence, bbox }) => ({ text, confidence, ...bbox }))),
    }
  }
}

async function prepared(image: Buffer): Promise<Buffer> {
  const picture = sharp(image, { limitInputPixels: pixelsMax })
  const { width } = await picture.metadata()
  return picture
    .greyscale()
    .resize({ width: Math.min(Math.max(width, widthMin), widthMax) })
    .normalise()
    .png({ compressionLevel: 1 })
    .toBuffer()
}
