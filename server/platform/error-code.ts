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

/** PostgreSQL's code for a server that takes no connections at the moment: it starts, recovers or stops. */
const cannotConnectNow = '57P03'

/** Whether an error is the database's word that it takes no connections yet, or for now. */
export function isNotTakingConnections(error: unknown): boolean {
  return hasErrorCode(error, cannotConnectNow)
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
