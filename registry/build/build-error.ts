import { hasErrorCode, messageOf } from '#registry/search/errors'

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

/** What a full disk means to who builds: a sentence that names the disk, whichever of a hundred writes met it. */

/** The system's own error that the disk has no room: this one, or what caused it; undefined where it is of something else. */
export function ofFullDisk(error: unknown): unknown {
  if (hasErrorCode(error, ...codes)) return error
  const cause = error instanceof Error ? error.cause : undefined
  return hasErrorCode(cause, ...codes) ? cause : undefined
}

/**
 * What to throw in place of an error of work that writes to the disk of `dir` alone: a BuildError that names the disk where that
 * is full, and any other error as it is.
 */
export function namingFullDisk(error: unknown, dir: string): unknown {
  const systemError = ofFullDisk(error)
  if (systemError === undefined) return error
  const reason = messageOf(systemError)
  return new BuildError([`The disk of ${dir} is full (${reason}); what serves has not changed.`])
}

/** The disk has no room, or none for this account. */
const codes = ['ENOSPC', 'EDQUOT']
