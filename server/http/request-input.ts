/** Reads a request by its entry's schemas: path, query, body and declared headers. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { narrowed } from './narrowed-schema.ts'
import { readInput } from './read-input.ts'
import { fail, type VerbRequest } from './verb.ts'

type Input = Omit<VerbRequest<Endpoint>, 'caller' | 'client' | 'fail'>

export type ReadableRequest = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>

export function inputReader(entry: Endpoint): (request: ReadableRequest) => Input {
  const readParams = partReader(entry.params, 'path', entry)
  const readQuery = partReader(entry.query, 'query', { inputErrors: {} })
  const readBody = partReader(entry.body, 'body', entry)
  const headerNames = Object.keys(entry.requestHeaders)
  return (request) => ({
    params: readParams(request.params),
    query: readQuery(request.query),
    body: readBody(request.body ?? nothing),
    headers: headerNames.length === 0 ? noHeaders : headersIn(request, headerNames),
  })
}

/** Repeated headers are joined as HTTP says. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

const nothing = {}
const noHeaders: Input['headers'] = {}

function partReader(schema: z.ZodType, whole: string, { inputErrors }: Pick<Endpoint, 'inputErrors'>) {
  const expectsNothing = 'shape' in schema && isEmpty(schema.shape)
  const schemaFor = narrowed(schema)
  return (value: unknown) =>
    expectsNothing && isEmpty(value) ? nothing : readInput(schemaFor(value), value, whole, fail, inputErrors)
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const _ in value) return false
  return true
}

function headersIn(request: ReadableRequest, names: readonly string[]): Input['headers'] {
  return Object.fromEntries(names.map((name) => [name, headerText(request.headers[name.toLowerCase()])]))
}
