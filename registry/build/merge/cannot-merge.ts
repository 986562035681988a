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
