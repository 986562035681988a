/** The invented lists of a sample registry, in memory: test mode asks them and no list of the database. */
import { setImmediate } from 'node:timers/promises'
import { stateCodes } from '#contract/state-codes'
import { medicarePart, type OverlayPart } from '#registry/search/overlay'
import type { Registry } from '#registry/search/query'
import { keysOf } from './keys.ts'
import { packRow } from './packed-row.ts'
import { inventedLists } from './sample-lists.ts'
import type { AnyRow } from './source-list.ts'
import type { FoundRow, ListsInMemory, LoadedVersion, Sought } from './source-store.ts'

export interface SamplesInMemory extends ListsInMemory {
  /** By which searches of the registry filter. */
  overlay: readonly OverlayPart[]
}

const rowsAtOnce = 1_000

/** Works in short steps: some 50,000 rows of a sample of 20,000 providers. */
export async function readSamples(registry: Registry): Promise<SamplesInMemory> {
  const { sourceDate } = registry
  const versions: LoadedVersion[] = []
  const byKey = new Map<string, FoundRow[]>()
  const confirmed = new Map([medicarePart, ...stateCodes].map((part) => [part, new Set<number>()]))
  for (const { list, rows: made } of await inventedLists(registry)) {
    const version = { list: list.name, kind: list.kind, state: null, sourceDate, isSample: true }
    const counts = { version: versions.length + 1, rows: made.length, refused: 0 }
    versions.push({ ...version, ...counts, dateFrom: 'sample', loadedAt: null })
    for (const [at, row] of made.entries()) {
      if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
      const found = { ...version, fields: packRow(row) }
      for (const key of keysOf(list, row)) {
        const same = byKey.get(key)
        if (same === undefined) byKey.set(key, [found])
        else same.push(found)
      }
      const { part, npi } = confirmedBy(row) ?? {}
      if (part !== undefined) confirmed.get(part)?.add(Number(npi))
    }
  }
  const overlay = [...confirmed].map(([name, npis]) => {
    return { name, isSample: true, madeOf: registry.version, npis: Uint32Array.from(npis).sort() }
  })
  return {
    overlay,
    versions: async () => versions,
    async find({ kinds, keys, ofStates = [], lists, countMax }: Sought) {
      const found = new Set([...keys, ...ofStates.map(({ key }) => key)].flatMap((key) => byKey.get(key) ?? []))
      const isSought = ({ kind, list }: FoundRow) => kinds.includes(kind) && (lists?.includes(list) ?? true)
      return [...found].filter(isSought).slice(0, countMax)
    },
    async findByKey({ kinds, keys, countMax }) {
      return keys.flatMap((key) => {
        const found = (byKey.get(key) ?? []).filter(({ kind }) => kinds.includes(kind))
        return found.slice(0, countMax).map((row) => ({ ...row, key }))
      })
    },
  }
}

/** Licenses that are active, and people who accept Medicare. */
function confirmedBy(row: AnyRow): { part: string | undefined; npi: string | null } | undefined {
  if ('fact' in row) return row.fact === 'clinician' ? { part: medicarePart, npi: row.npi } : undefined
  return 'profession' in row && row.status === 'active' ? { part: row.state, npi: row.npi } : undefined
}
