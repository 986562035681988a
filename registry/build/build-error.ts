import { hasErrorCode, messageOf } from '#registry/search/errors'

/** Why a build stopped, in sentences for the operator: what was expected and what came. */
export class BuildError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[], options?: ErrorOptions) {
    super(sentences.join('\n'), options)
    this.name = 'BuildError'
    this.sentences = sentences
  }
}

/** A value for a sentence: quoted, cut, with characters visible that a terminal would obey. */
export function shown(value: string): string {
  const lengthMax = 60
  const cut = value.length > lengthMax ? `${value.slice(0, lengthMax)}…` : value
  return JSON.stringify(cut).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** The system's error that the disk is full: this one or its cause. Undefined for any other. */
export function ofFullDisk(error: unknown): unknown {
  if (hasErrorCode(error, ...codes)) return error
  const cause = error instanceof Error ? error.cause : undefined
  return hasErrorCode(cause, ...codes) ? cause : undefined
}

/** What to throw for an error of work that writes to the disk of `dir` alone: a BuildError if that disk is full. */
export function namingFullDisk(error: unknown, dir: string): unknown {
  const systemError = ofFullDisk(error)
  if (systemError === undefined) return error
  const reason = messageOf(systemError)
  return new BuildError([`The disk of ${dir} is full (${reason}); the version that serves has not changed.`])
}

const codes = ['ENOSPC', 'EDQUOT']
