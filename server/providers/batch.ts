/** Looks up many NPIs in one call: an answer for each, in order, as a list or as lines. */
import type { Api } from '#contract/api'
import { recordsOf } from '#contract/bulk-endpoints'
import { batchAnswerBytesMax, itemsPerCall, sizeOf } from '#contract/limits'
import { npiExpected, npiText } from '#contract/parameters'
import { giveBack } from '#registry/search/answer-bytes'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { nearestOf } from '#registry/vocabulary/nearest-word'
import { apiError, type Fail, type Verb } from '../http/verb.ts'
import { shown } from '../platform/shown.ts'
import { registryHeaders } from './found.ts'

export function batchProviders(parts: { registry: RegistrySource }): Verb<Api['batchProviders']> {
  return async ({ body, headers: { Accept: accept = '' }, takeCalls, fail }) => {
    const npis = npisIn(body.npis, fail)
    const fields = checkedFields(
      body.fields,
      [...Object.keys(recordsOf.doctors.shape), ...Object.keys(recordsOf.organizations.shape)],
      fail,
    )
    const calls = Math.ceil(npis.length / itemsPerCall)
    await takeCalls(calls)
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const pick = fields && picker(fields)
    const isNdjson = /\bapplication\/x-ndjson\b/i.test(accept)
    const [before, between, after] = (isNdjson ? ['', '\n', '\n'] : ['{"providers":[', ',', ']}']).map((text) =>
      Buffer.from(text),
    )
    const pieces: Buffer[] = [before]
    let bytes = 0
    for (const [index, npi] of npis.entries()) {
      if (pieces.length > 1) pieces.push(between)
      const answer = answerTo(npi, registry, pick)
      pieces.push(...answer)
      bytes += answer.reduce((sum, { length }) => sum + length, 0)
      if (bytes > batchAnswerBytesMax) {
        giveAllBack(pieces)
        const expected = `NPIs whose records have at most ${sizeOf(batchAnswerBytesMax)} together`
        fail('invalid_input', { parameter: 'npis', expected, got: `more in the first ${index + 1}` })
      }
    }
    const json = Buffer.concat([...pieces, after])
    giveAllBack(pieces)
    return { json, isNdjson, headers: registryHeaders(registry) }
  }
}

function giveAllBack(pieces: readonly Buffer[]): void {
  for (const piece of pieces) giveBack(piece)
}

function npisIn(given: readonly (string | number)[], fail: Fail<'npis_malformed'>): number[] {
  const positions = given.flatMap((npi, position) => (npiText.test(String(npi)) ? [] : [position]))
  const [first] = positions
  if (first !== undefined) fail('npis_malformed', { positions, expected: npiExpected, got: shown(given[first]) })
  return given.map(Number)
}

/** Fails with `invalid_input` for a name that is not known. */
export function checkedFields(
  fields: readonly string[] | undefined,
  known: readonly string[],
  fail: Fail<'invalid_input'>,
): readonly string[] | undefined {
  const unknown = fields?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const nearest = nearestOf(unknown, known)
    const expected = `names of fields of these records${nearest === undefined ? '' : `, such as ${nearest}`}`
    fail('invalid_input', { parameter: 'fields', expected, got: shown(unknown) })
  }
  return fields
}

export type Pick = (json: Buffer) => Buffer

/** Keeps `npi` and these members of a record, in the record's order. */
export function picker(fields: readonly string[]): Pick {
  const kept = new Set(['npi', ...fields])
  return (json) => {
    const record: Record<string, unknown> = JSON.parse(json.toString('utf8'))
    for (const name of Object.keys(record)) if (!kept.has(name)) delete record[name]
    return Buffer.from(JSON.stringify(record))
  }
}

const heads = {
  individuals: Buffer.from('{"status":"active","kind":"individual",'),
  organizations: Buffer.from('{"status":"active","kind":"organization",'),
}

/** The pieces of its JSON, to give back. What is unknown or deactivated says so in the words of a look-up. */
function answerTo(npi: number, registry: Registry, pick: Pick | undefined): readonly Buffer[] {
  const found = registry.get(npi)
  switch (found.kind) {
    case 'found': {
      const json = found.json(found.isDoctor ? 'doctors' : found.resource)
      if (pick === undefined) return [heads[found.resource], json.subarray(1)]
      const record = pick(json)
      giveBack(json)
      return [heads[found.resource], record.subarray(1)]
    }
    case 'deactivated': {
      const { deactivatedOn, replacementNpi = null } = found
      const { message: reason } = apiError('provider_deactivated', {
        npi,
        deactivatedOn,
        replacementNpi: found.replacementNpi,
      })
      return [Buffer.from(JSON.stringify({ status: 'deactivated', npi, reason, deactivatedOn, replacementNpi }))]
    }
    case 'unknown': {
      const { message: reason } = apiError('provider_not_found', { resource: 'provider', npi })
      return [Buffer.from(JSON.stringify({ status: 'unknown', npi, reason }))]
    }
  }
}
