/** Why a build stopped, in sentences for the operator: each says what was expected and what came. */
export class BuildError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'BuildError'
    this.sentences = sentences
  }
}

/** A value for a sentence: in quotes, its control characters visible, cut to a readable length. */
export function shown(value: string): string {
  const lengthMax = 60
  const cut = value.length > lengthMax ? `${value.slice(0, lengthMax)}…` : value
  return JSON.stringify(cut)
}

/** The message of something thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
