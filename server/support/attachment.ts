/** The file of a request to support: an image, encoded again from its pixels, or a PDF, passed on as it came. */
import { attachmentBytesMax, sizeOf } from '#contract/limits'
import { attachmentKinds } from '#contract/support-words'
import type { Fail } from '../http/verb.ts'
import { decodedKindOf, nameOfKind } from '../images/image-kind.ts'
import type { Images } from '../images/images.ts'
import { bytesOfBase64 } from '../platform/base64.ts'
import type { MessageFile } from '../platform/mail/mail.ts'

/** Readers look for the end of a PDF in its last bytes. */
const pdfEndBytes = 1024

export async function readAttachment(
  images: Pick<Images, 'prepare'>,
  base64: string,
  fail: Fail<'invalid_input' | 'image_unusable' | 'decoder_busy'>,
): Promise<MessageFile> {
  const bytes = bytesOfBase64(base64)
  if (bytes === undefined) {
    const expected = 'base64 without prefix, blanks or line ends'
    return fail('invalid_input', { parameter: 'attachment', expected, got: 'other text' })
  }
  const limit = `The attachment may have at most ${sizeOf(attachmentBytesMax)}`
  if (bytes.length > attachmentBytesMax) return fail('image_unusable', { reason: `${limit}.` })
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    if (bytes.includes('%%EOF', -pdfEndBytes)) return { type: 'application/pdf', bytes }
    return fail('image_unusable', { reason: 'This PDF document is damaged: its end is missing. Save it again.' })
  }
  if (decodedKindOf(bytes) === undefined) {
    const reason = `The attachment must be ${attachmentKinds}; this is ${nameOfKind(bytes)}.`
    return fail('image_unusable', { reason })
  }
  const image = await images.prepare(base64)
  if (image === 'busy') return fail('decoder_busy', undefined)
  if (!image.ok) return fail('image_unusable', { reason: image.sentence })
  const { webp } = image
  if (webp.length <= attachmentBytesMax) return { type: 'image/webp', bytes: webp }
  return fail('image_unusable', { reason: `${limit}; encoded again, this image has ${sizeOf(webp.length)}.` })
}
