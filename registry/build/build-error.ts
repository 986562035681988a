/** Why a build stopped, in sentences for the operator: each says what was expected and what came. */
export class BuildError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[], options?: ErrorOptions) {
    super(sentences.join('\n'), options)
    this.name = 'BuildError'
    this.sentences = sentences
  }
}

/** A value for a sentence: in quotes, every character that a terminal would obey visible, cut to a readable length. */
export function shown(value: string): string {
  const lengthMax = 60
  const cut = value.length > lengthMax ? `${value.slice(0, lengthMax)}…` : value
  return JSON.stringify(cut).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
