/**
 * The built web app: `dist/web/<hash of its sources>/`, renamed when complete. A server serves its own sources' folder.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export const builtVersionsDir = join(root, 'dist/web')

/** The lock file stands for the libraries. */
const sources = [
  'web',
  'contract',
  'docs/changelog.md',
  'docs/coming-from-the-npi-registry.md',
  'sdk/README.md',
  'server/sources/exclusion-reader.ts',
  'server/sources/lists',
  'server/sources/lists.ts',
  'NOTICE.txt',
  'package-lock.json',
  'tsconfig.json',
]

export const listFile = 'served.json'

/** Its file has compressed siblings, `.gz` and `.br`. */
const servedSchema = z.object({
  path: z.string(),
  file: z.string(),
  type: z.string(),
  /** Cached forever: its name changes with its contents. */
  isHashed: z.boolean(),
  isPage: z.boolean(),
  /** Its policy allows images of other hosts. */
  hasForeignImages: z.boolean().optional(),
  isListed: z.boolean().optional(),
})

export const listSchema = z.object({
  served: z.array(servedSchema),
  notFound: z.string(),
  /** The document of pages that are rendered on request, with gaps: `{{title}}`, `{{description}}`, `{{content}}`. */
  rendered: z.string(),
})

/** In the html element of every page as it is built: web/styles/main.css then hides the ways to the blog. */
export const withoutBlog = ' data-blog="none"'

/** The program that renders them, beside the pages: it exports `renderProvider`. */
export const rendererFile = 'renderer/render-provider.js'

export type Served = z.infer<typeof servedSchema>
export type ServedList = z.infer<typeof listSchema>

/** It may not be built yet. */
export function builtDir(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap(filesUnder).filter((file) => !file.includes('.test.'))
  for (const file of files.sort()) {
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
