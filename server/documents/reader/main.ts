/**
 * The process that reads documents by Tesseract, with its package's data: nothing is downloaded or kept on disk. It
 * answers images one after the other and ends with its parent, which gives it no environment and limits its memory.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createWorker, OEM } from 'tesseract.js'
import type { DocumentText } from '../words.ts'

/** Widths between which the letters of a card or a page are read best (docs/verifications.md). */
const widthMin = 1_600
const widthMax = 2_400

/** Stated because none is known; the engine would warn otherwise. */
const dotsPerInch = '200'

/** Pixels of an image that was prepared before (server/images/decode-image.ts), with some room. */
const pixelsMax = 20_000_000

sharp.cache(false)
sharp.concurrency(1)
process.on('disconnect', () => process.exit())
const recognizing = openRecognizer()
process.on('message', async (image: Buffer) => {
  // What fails here is a mistake of ours or of the engine: the process ends, and its parent starts another.
  process.send?.(await (await recognizing)(image))
})

async function openRecognizer(): Promise<(image: Buffer) => Promise<DocumentText>> {
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
