/** PostgreSQL's code for a value that another row has already. */
const uniqueViolation = '23505'

/** Whether an error is the database's word that another row has what this unique index lets one row have. */
export function isTaken(error: unknown, index: string): boolean {
  return (
    hasErrorCode(error, uniqueViolation) &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === index
  )
}

/** Whether an error bears this code, as those of Node and of PostgreSQL do. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What went wrong, for the end of a sentence of our own. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\.$/, '')
}
