/**
 * Bulk Data 2 of the whole directory. Nothing is prepared or kept: an output is a range of the providers of one version
 * of the registry, read as it is sent. A version that serves no more ends what is under way and is refused by name.
 */
import { setImmediate } from 'node:timers/promises'
import { type DirectoryType, directoryTypes } from '#contract/fhir'
import { fhirExportPartSize } from '#contract/limits'
import type { Registry } from '#registry/search/query'
import { fail } from '../http/verb.ts'
import { shown, shownName } from '../platform/shown.ts'
import { periodIn } from './periods.ts'
import { kindOf } from './plan.ts'
import { resourcesOf } from './resources.ts'
import type { Pairs } from './search.ts'
import { readRecord, versionOf } from './stored-resources.ts'

const formats = ['application/fhir+ndjson', 'application/ndjson', 'ndjson']

export interface ExportRequest {
  types: readonly DirectoryType[]
  /** An instant, as sent. */
  since: string | undefined
}

/** Fails on what is asked and cannot be had. */
export function exportRequestIn(pairs: Pairs): ExportRequest {
  const given = new Map(pairs)
  const format = given.get('_outputFormat')
  if (format !== undefined && !formats.includes(format.replace(' ', '+'))) {
    fail('fhir_value', { parameter: '_outputFormat', expected: `one of ${formats.join(', ')}`, got: shown(format) })
  }
  const since = given.get('_since')
  if (since !== undefined && periodIn(since) === undefined) {
    fail('fhir_value', { parameter: '_since', expected: 'an instant such as 2026-11-08T00:00:00Z', got: shown(since) })
  }
  const unknown = [...given.keys()].find((name) => !['_outputFormat', '_since', '_type'].includes(name))
  if (unknown !== undefined) {
    const reason = 'expected _type, _since or _outputFormat; an export has no other parameter'
    fail('fhir_not_supported', { parameter: shownName(unknown), reason })
  }
  return { types: typesIn(given.get('_type')), since }
}

function typesIn(text: string | undefined): readonly DirectoryType[] {
  if (text === undefined) return directoryTypes
  return [...new Set(text.split(','))].map((name) => {
    const expected = `types among ${directoryTypes.join(', ')}`
    const type = directoryTypes.find((one) => one === name)
    return type ?? fail('fhir_value', { parameter: '_type', expected, got: shown(name) })
  })
}

/** Where the manifest is. */
export function statusUrl(base: string, { version }: Registry, { types, since }: ExportRequest): string {
  const query = new URLSearchParams({ _type: types.join(','), ...(since !== undefined && { _since: since }) })
  return `${base}/$export/${version}?${query}`
}

/** What there is to download. */
export function exportManifest(registry: Registry, base: string, { types, since }: ExportRequest): object {
  const { lastUpdated } = versionOf(registry, base)
  const sinceMs = since === undefined ? undefined : periodIn(since)?.fromMs
  const isNewer = sinceMs === undefined || Date.parse(lastUpdated) > sinceMs
  const parts = isNewer ? partCount(registry) : 0
  return {
    transactionTime: lastUpdated,
    request: `${base}/$export`,
    requiresAccessToken: true,
    output: types.flatMap((type) =>
      Array.from({ length: parts }, (_, part) => ({
        type,
        url: `${base}/$export/${registry.version}/${type}/${part + 1}`,
      })),
    ),
    error: [],
  }
}

function partCount({ npis }: Registry): number {
  return Math.ceil(npis.length / fhirExportPartSize)
}

/** Fails where the version serves no more. */
export function requireVersion(registry: Registry, version: string): void {
  if (registry.version === version) return
  fail('export_version_gone', { got: shownName(version), serving: registry.version })
}

/** One output, as NDJSON. */
export function exportPart(
  registry: Registry,
  base: string,
  { type, part }: { type: string; part: string },
): AsyncIterable<Buffer> {
  const known = directoryTypes.find((one) => one === type)
  const number = /^[1-9]\d{0,5}$/.test(part) ? Number(part) : 0
  if (known === undefined || number < 1 || number > partCount(registry)) {
    return fail('fhir_not_found', { reference: `output ${shownName(`${type}/${part}`)} of this export` })
  }
  const from = (number - 1) * fhirExportPartSize
  return linesOf(registry, base, known, registry.npis.subarray(from, from + fhirExportPartSize))
}

const chunkBytes = 64 * 1024
/** Between two turns of the event loop, so that others are answered. */
const recordsPerTurn = 100

/** No chunk is made until the last one is taken. */
async function* linesOf(
  registry: Registry,
  base: string,
  type: DirectoryType,
  npis: Uint32Array,
): AsyncGenerator<Buffer> {
  const version = versionOf(registry, base)
  const kind = kindOf[type]
  let text = ''
  for (const [index, npi] of npis.entries()) {
    if (index % recordsPerTurn === recordsPerTurn - 1) await setImmediate()
    const record = readRecord(registry, npi, kind)
    if (record === undefined) continue
    for (const one of resourcesOf(record, version)) if (one.type === type) text += `${JSON.stringify(one.json)}\n`
    if (text.length < chunkBytes) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
