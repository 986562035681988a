/** What the decoding process can be asked, and what it answers. */
import type { ImageAnswer } from '../image-answer.ts'

export type DecoderQuestion =
  | { kind: 'prepare'; base64: string }
  | { kind: 'compare'; a: Buffer; b: Buffer; positions: number[] }

export type DecoderReply = { kind: 'prepare'; answer: ImageAnswer } | { kind: 'compare'; areAlike: boolean }
