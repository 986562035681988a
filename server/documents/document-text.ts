/** What was read of a document: its lines from top to bottom, each with its words from left to right. */

export interface DocumentWord {
  text: string
  /** 0 to 100. */
  confidence: number
  /** Pixels of the image as it was read. */
  x0: number
  y0: number
  x1: number
  y1: number
}

export interface DocumentText {
  lines: readonly (readonly DocumentWord[])[]
}
