/** The file store failed; a retry may succeed. */
export class FilesAwayError extends Error {
  constructor(doing: string, cause: unknown) {
    super(`The store of files failed while ${doing}: ${cause instanceof Error ? cause.message || cause.name : cause}`, {
      cause,
    })
    this.name = 'FilesAwayError'
  }
}
