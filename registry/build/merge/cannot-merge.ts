import { RegistryError } from '#registry/read/json-reader'
import { messageOf } from '#registry/read/thrown'
import { BuildError } from '../build-error.ts'

/** The last version cannot be merged onto, whatever the new files are: only a build from all files helps. */
export class CannotMergeError extends BuildError {
  readonly reason: string

  constructor(reason: string) {
    super([`expected a version that new files can be merged onto; got ${reason}`])
    this.name = 'CannotMergeError'
    this.reason = reason
  }
}

/** The last version is not what was written. */
export function damagedLast(what: string): CannotMergeError {
  return new CannotMergeError(`one that was damaged: ${what}`)
}

/** What to throw in place of an error of work that reads the last version and writes the next: one of writing, which the system causes, stays as it is. */
export function namingDamage(error: unknown): unknown {
  return error instanceof RegistryError && error.cause === undefined ? damagedLast(messageOf(error)) : error
}
