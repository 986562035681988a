/** What a thrown value tells: anything can be thrown, and what the system throws bears a code. */

/** The message of something thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether an error bears one of these codes of Node, as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}

/** A registry, or a file of one, that cannot be used. The message begins with the file's name. */
export class RegistryError extends Error {
  readonly file: string

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`${file}: ${problem}`, options)
    this.name = 'RegistryError'
    this.file = file
  }
}
