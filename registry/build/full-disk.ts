/** What a full disk means to who builds: a sentence that names the disk, whichever of a hundred writes met it. */
import { hasErrorCode, messageOf } from '#registry/search/thrown'
import { BuildError } from './build-error.ts'

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
