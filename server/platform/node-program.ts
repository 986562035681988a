/** How Node runs a program of ours. */

/**
 * The arguments with which Node runs it: as it is where it was made ready to run, compiled where it is a source. Its errors name the lines
 * of sources.
 */
export function nodeProgram(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', import.meta.resolve('tsx'), path] : ['--enable-source-maps', path]
}
