/** The program that writes one part of the rows for the peers; told which as JSON. */
import { openRegistry } from '#registry/search/open-registry'
import { type Part, writePart } from '../rows.ts'

const part: Part = JSON.parse(process.argv[2] ?? '')
const registry = await openRegistry(part.versionDir)
writePart(registry, part)
registry.close()
