export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Node's codes, as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}

/** The message begins with the file's name. */
export class RegistryError extends Error {
  readonly file: string

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`${file}: ${problem}`, options)
    this.name = 'RegistryError'
    this.file = file
  }
}
