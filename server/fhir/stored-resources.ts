/** Resources of a version of the registry as JSON text, the last used of them cached. */
import { fhirForm } from '#contract/fhir'
import { giveBack } from '#registry/search/answer-bytes'
import type { Registry } from '#registry/search/query'
import type { Kind } from './plan.ts'
import { type FhirResource, type ProviderRecord, type ResourceVersion, resourcesOf } from './resources.ts'

export interface StoredResource extends Pick<FhirResource, 'type' | 'references'> {
  /** Type/id. */
  key: string
  json: string
}

/** Characters of a version's cache, a byte each for all but a few. */
const cachedCharactersMax = 48 * 1024 * 1024

export class StoredResources {
  readonly version: ResourceVersion
  readonly #registry: Registry
  readonly #cached = new Map<number, readonly StoredResource[]>()
  #characters = 0

  constructor(registry: Registry, base: string) {
    this.#registry = registry
    this.version = versionOf(registry, base)
  }

  /** None where the NPI is unknown or deactivated. */
  of(npi: number): readonly StoredResource[] {
    const known = this.#cached.get(npi)
    if (known !== undefined) {
      this.#cached.delete(npi)
      this.#cached.set(npi, known)
      return known
    }
    const record = readRecord(this.#registry, npi)
    if (record === undefined) return []
    const made = resourcesOf(record, this.version).map(({ type, id, json, references }) => ({
      type,
      references,
      key: `${type}/${id}`,
      json: JSON.stringify(json),
    }))
    this.#keep(npi, made)
    return made
  }

  #keep(npi: number, made: readonly StoredResource[]): void {
    this.#cached.set(npi, made)
    this.#characters += lengthOf(made)
    for (const [oldest, resources] of this.#cached) {
      if (this.#characters <= cachedCharactersMax) break
      this.#cached.delete(oldest)
      this.#characters -= lengthOf(resources)
    }
  }
}

function lengthOf(resources: readonly StoredResource[]): number {
  return resources.reduce((sum, { json }) => sum + json.length, 0)
}

/** A version of the registry never changes, and so neither do its resources. */
export function versionOf({ version, sourceDate }: Registry, base: string): ResourceVersion {
  return { versionId: `${version}.${fhirForm}`, lastUpdated: `${sourceDate}T00:00:00Z`, base }
}

/** Of this kind alone, where one is given. */
export function readRecord(registry: Pick<Registry, 'get'>, npi: number, kind?: Kind): ProviderRecord | undefined {
  const found = registry.get(npi)
  if (found.kind !== 'found' || (kind !== undefined && found.resource !== kind)) return undefined
  const json = found.json('individuals')
  const record: ProviderRecord = JSON.parse(json.toString('utf8'))
  giveBack(json)
  return record
}
