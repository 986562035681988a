/** Arguments for Node to run it: the bundle, or the source through tsx. */
export function nodeProgram(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', import.meta.resolve('tsx'), path] : ['--enable-source-maps', path]
}
