import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { PlainErrorCode } from '#contract/errors'
import { nearestOf } from '#registry/vocabulary/nearest-word'
import { kindShown, shown, shownName } from '../platform/shown.ts'
import { narrowed } from './narrowed-schema.ts'
import { apiError, type Fail, fail, type VerbRequest } from './verb.ts'

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

type InputFail = Fail<'invalid_input' | 'unknown_parameter'>

/** Values no error repeats: secrets, and fields beside them, into which a password is easily mistyped. */
const secretParameters = new Set([
  'attachment',
  'body',
  'category',
  'challenge',
  'code',
  'description',
  'device',
  'email',
  'image',
  'key',
  'newEmail',
  'newPassword',
  'newPhone',
  'passcode',
  'passkey',
  'password',
  'phone',
  'quotaEmails',
  'recipient',
  'recoveryCode',
  'tier',
  'token',
  'type',
  'weeklyEmails',
])

/** `whole` names the part ("body") where no single parameter is at fault; `ownErrors` are the entry's `inputErrors`. */
export function readInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: string,
  fail: InputFail,
  ownErrors: Readonly<Record<string, PlainErrorCode>> = {},
): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const [parameter = ''] = issue.keys
    const known = namesOf(schema)
    return fail('unknown_parameter', { parameter: shownName(parameter), nearest: nearestOf(parameter, known), known })
  }
  const [parameter = whole] = (issue?.path ?? []).map(String)
  const got = issue?.path.length ? valueAt(value, parameter) : value
  const ownError = ownErrors[parameter]
  if (ownError !== undefined && (whole === 'path' || typeof got !== 'string' || got === ''))
    throw apiError(ownError, undefined)
  return fail('invalid_input', {
    parameter,
    expected: issue?.message.startsWith('Invalid input') ? 'a JSON object' : (issue?.message ?? 'something else'),
    got: secretParameters.has(parameter) ? secretShown(got) : shown(got),
  })
}

function namesOf(schema: z.ZodType): string[] {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : []
}

function valueAt(container: unknown, name: string): unknown {
  return typeof container === 'object' && container !== null && Object.hasOwn(container, name)
    ? Reflect.get(container, name)
    : undefined
}

function secretShown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? `${[...value].length} characters` : kindShown(value)
}

/** Otherwise it would be taken literally. */
export function refuseBrokenEscapes(url: string): void {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  if (!query.includes('%')) return
  try {
    decodeURIComponent(query)
  } catch {
    fail('bad_request', { reason: 'its query has a percent sign that does not begin an escape of UTF-8' })
  }
}
