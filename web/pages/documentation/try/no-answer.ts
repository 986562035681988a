/** What a try says when no answer came (specification, section 8). */
export const statusWithoutAnswer = 500

export const noAnswer = 'The server did not answer'

/** `Error {status}: {message}`. */
export function tryError(status: number, message: string): string {
  return `Error ${status}: ${message}`
}
