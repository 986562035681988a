/**
 * The process that reads documents: answers each image with its text, one after the other, and ends when its parent does. It gets no
 * environment. How much memory it may take is set by whoever starts it (server/documents/read-document.ts).
 */
import sharp from 'sharp'
import { openRecogniser } from './recognise.ts'

sharp.cache(false)
sharp.concurrency(1)
process.on('disconnect', () => process.exit())
const recognise = openRecogniser()
process.on('message', async (image: Buffer) => {
  // What fails here is a mistake of ours or of the engine: the process ends, and its parent starts another.
  process.send?.(await (await recognise)(image))
})
