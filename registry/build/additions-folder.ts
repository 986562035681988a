import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder, in that of the registry, of files that every build and update reads beside CMS's: reviews and ratings. */
const additionsFolder = 'additions'

/** What a build of real files reads besides them: the folder, if there is one. */
export function additionsIn(registryDir: string): string[] {
  const path = join(registryDir, additionsFolder)
  return existsSync(path) ? [path] : []
}
