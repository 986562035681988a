/**
 * The built web app on disk: `dist/web/<hash of its sources>/`, made whole by web/build/main.ts in a folder of
 * another name and then renamed, so that it is there whole or not at all, whoever builds at the same time. A server
 * serves the folder of the sources it was started from.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Where every built version is. */
export const builtVersionsDir = join(root, 'dist/web')

/** What a build is made from. The lock file stands for the libraries. */
const sources = [
  'web',
  'contract',
  'docs/coming-from-the-npi-registry.md',
  'NOTICE.txt',
  'package-lock.json',
  'tsconfig.json',
]

/** In a built folder: every address and file it serves. */
export const listFile = 'served.json'

/** One thing to serve: its file in the folder, beside which the same stands compressed as `.gz` and `.br`. */
const servedSchema = z.object({
  path: z.string(),
  file: z.string(),
  type: z.string(),
  /** A file whose name changes with its contents may be kept for ever; a page is asked for again each time. */
  isHashed: z.boolean(),
  isPage: z.boolean(),
  /** A page that shows images of other hosts; its policy allows them, and no other page's does. */
  hasForeignImages: z.boolean().optional(),
  /** A page that search engines may list. */
  isListed: z.boolean().optional(),
})

export const listSchema = z.object({ served: z.array(servedSchema), notFound: z.string() })

export type Served = z.infer<typeof servedSchema>
export type ServedList = z.infer<typeof listSchema>

/** The folder of the web app as its sources are now; it may not be built yet. */
export function builtDir(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder).filter(isSource).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return join(builtVersionsDir, hash.digest('hex').slice(0, 16))
}

function filesUnder(path: string): string[] {
  if (path.includes('.')) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

function isSource(file: string): boolean {
  return !file.includes('.test.')
}
