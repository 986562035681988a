/** What a full disk means to who builds: a sentence that names the disk, whichever of a hundred writes met it. */
import { hasErrorCode, messageOf } from '#registry/read/thrown'
import { BuildError } from './build-error.ts'

/** Whether an error, or what caused it, says that no more can be written to the disk, or not by this user. */
export function isOfFullDisk(error: unknown): boolean {
  return systemErrorOf(error) !== undefined
}

/**
 * What to throw in place of an error of work that writes to the disk of `dir` alone: a BuildError that names the disk where that
 * is full, and any other error as it is.
 */
export function namingFullDisk(error: unknown, dir: string): unknown {
  const systemError = systemErrorOf(error)
  if (systemError === undefined) return error
  const reason = messageOf(systemError)
  return new BuildError([`The disk of ${dir} is full (${reason}); what serves has not changed.`])
}

function systemErrorOf(error: unknown): unknown {
  const codes = ['ENOSPC', 'EDQUOT'] as const
  if (hasErrorCode(error, ...codes)) return error
  const cause = error instanceof Error ? error.cause : undefined
  return hasErrorCode(cause, ...codes) ? cause : undefined
}
