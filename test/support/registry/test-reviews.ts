/** Reads reviews and ratings back from a registry that a test has built. */
import { z } from 'zod'
import { openRegistry } from '#registry/search/open-registry'
import { versionDir } from '../../../registry/build/announce.ts'
import type { BuildResult } from '../../../registry/build/build.ts'

const shown = z.object({
  reviews: z.unknown().optional(),
  rating: z
    .strictObject({ stars: z.int(), source: z.string(), date: z.string().nullable(), matchedBy: z.string() })
    .optional(),
})
const listed = z.array(
  z.strictObject({
    kind: z.string(),
    rating: z.number().nullable(),
    comment: z.string().nullable(),
    date: z.string().nullable(),
    source: z.string(),
    survey: z.unknown().optional(),
  }),
)

/** What the version that was built says of one provider. */
export async function toldOf({ manifest }: BuildResult, registryDir: string, npi: string) {
  const registry = await openRegistry(versionDir(registryDir, manifest.version))
  try {
    const found = registry.get(Number(npi))
    if (found.kind !== 'found') throw new Error(`NPI ${npi}: expected a provider; got ${found.kind}`)
    const { reviews: summary, rating } = shown.parse(JSON.parse(found.json(found.resource).toString()))
    const { total, json } = found.reviews(0, 25)
    return { summary, rating, total, reviews: listed.parse(JSON.parse(json.toString())) }
  } finally {
    registry.close()
  }
}

/** What became of the rows of a file of the build, and how they matched. */
export function rowsOf({ manifest }: BuildResult, beginning: string) {
  const source = manifest.sources.find(({ name }) => name.startsWith(beginning))
  if (source === undefined) throw new Error(`expected a file ${beginning}… among the sources`)
  const { rows, taken, superseded, orphan, refused, matches } = source
  return { rows, taken, superseded, orphan, refused, ...(matches !== undefined && { matches }) }
}
