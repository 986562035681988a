/** The store of files did not do what it was asked, for a reason of its own; the same call may succeed later. */
export class FilesAwayError extends Error {
  constructor(doing: string, cause: unknown) {
    super(`The store of files failed while ${doing}: ${cause instanceof Error ? cause.message || cause.name : cause}`, {
      cause,
    })
    this.name = 'FilesAwayError'
  }
}
