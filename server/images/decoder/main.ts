/** The process that decodes, one message after the other. Its parent limits it and ends with it (decoder-pool.ts). */
import { areAlike, guardDecoder, prepareImage } from '../decode-image.ts'
import type { DecoderQuestion, DecoderReply } from '../image-answer.ts'

guardDecoder()
process.on('disconnect', () => process.exit())
process.on('message', async (question: DecoderQuestion) => {
  // What fails here is a mistake of ours or of the decoder: the process ends, and its parent starts another.
  process.send?.(await replyTo(question))
})

async function replyTo(question: DecoderQuestion): Promise<DecoderReply> {
  switch (question.kind) {
    case 'prepare':
      return { kind: 'prepare', answer: await prepareImage(question.base64) }
    case 'compare':
      return { kind: 'compare', areAlike: await areAlike(question.a, question.b, question.positions) }
  }
}
