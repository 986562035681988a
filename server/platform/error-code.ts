const uniqueViolation = '23505'

/** Whether the error is a violation of this unique index. */
export function isTaken(error: unknown, index: string): boolean {
  return (
    hasErrorCode(error, uniqueViolation) &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === index
  )
}

/** cannot_connect_now. */
const cannotConnectNow = '57P03'

export function isNotTakingConnections(error: unknown): boolean {
  return hasErrorCode(error, cannotConnectNow)
}

export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** The reason, to end one of our sentences with. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\.$/, '')
}
