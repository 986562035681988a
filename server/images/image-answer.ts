/** What the metadata of the original said; none of it is in the image that is kept. */
export interface ImageMetadata {
  hasExif: boolean
  /** Whether it names the make or model of a camera. */
  hasCamera: boolean
  /** The program that wrote the file, where it says so. */
  software?: string
  /** That program, where it is one for editing pictures. */
  editedBy?: string
}

export interface PreparedImage {
  ok: true
  /** The image anew: upright, in sRGB, without anything but its pixels. */
  webp: Buffer
  width: number
  height: number
  /** SHA-256 of the bytes that were sent. */
  originalSha256: Buffer
  /** Bits that stay nearly the same when the picture is scaled or compressed again (perceptual-hash.ts): in every position. */
  hashes: [upright: Buffer, ...turned: Buffer[]]
  metadata: ImageMetadata
}

/** Why an image is not taken. */
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
  /** What was expected and what came, in words that the portal shows. */
  sentence: string
}

/** What is said of an image that needs more than there is for one. */
export const tooCostly = 'The image takes more time or memory to read than there is for one; send a smaller one.'

export type ImageAnswer = PreparedImage | RefusedImage

export type DecoderQuestion =
  | { kind: 'prepare'; base64: string }
  | { kind: 'compare'; a: Buffer; b: Buffer; positions: number[] }

export type DecoderReply = { kind: 'prepare'; answer: ImageAnswer } | { kind: 'compare'; areAlike: boolean }
