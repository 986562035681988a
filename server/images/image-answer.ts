/** The outcome of preparing an image, and the messages between the server and the process that decodes. */
export interface ImageMetadata {
  hasExif: boolean
  hasCamera: boolean
  software?: string
  /** That program, if it edits pictures. */
  editedBy?: string
}

export interface PreparedImage {
  ok: true
  /** A new image: upright, in sRGB, pixels alone. */
  webp: Buffer
  width: number
  height: number
  originalSha256: Buffer
  /** Perceptual hashes in every position (perceptual-hash.ts). */
  hashes: [upright: Buffer, ...turned: Buffer[]]
  metadata: ImageMetadata
}

export interface RefusedImage {
  ok: false
  reason:
    | 'not_base64'
    | 'too_large'
    | 'not_an_image'
    | 'too_many_pixels'
    | 'too_few_pixels'
    | 'many_frames'
    | 'unreadable'
    | 'too_slow'
  sentence: string
}

export const tooCostly = 'The image takes more time or memory to read than there is for one; send a smaller one.'

/** Of its time, what a process gets of the processor on a machine that isn't busy. */
const usualShare = 0.9

/** Whether what was not done in `limitMs` lacked the processor, of which it used `usedMs`. */
export function wasHeldUp(usedMs: number, limitMs: number): boolean {
  return usedMs < usualShare * limitMs
}

export type ImageAnswer = PreparedImage | RefusedImage

export type DecoderQuestion =
  | { kind: 'prepare'; base64: string }
  | { kind: 'compare'; a: Buffer; b: Buffer; positions: number[] }

export type DecoderReply = { kind: 'prepare'; answer: ImageAnswer | 'busy' } | { kind: 'compare'; areAlike: boolean }
