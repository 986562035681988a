/**
 * Reads one part of a request by its schema, or fails with a sentence that names the parameter, what was expected and
 * what came.
 */
import type { z } from 'zod'
import type { PlainErrorCode } from '#contract/errors'
import { nearestOf } from '#registry/vocabulary/nearest-word'
import { shown, shownName } from '../platform/shown.ts'
import { apiError, type Fail } from './verb.ts'

/** What reading input needs to be able to fail with. */
export type InputFail = Fail<'invalid_input' | 'unknown_parameter'>

/**
 * Values that no error repeats: secrets, and what people type beside them, since a password is easily typed into the
 * wrong field. `body` is what came where no member could be read.
 */
const secretParameters = new Set([
  'body',
  'category',
  'challenge',
  'code',
  'description',
  'device',
  'email',
  'image',
  'newEmail',
  'newPassword',
  'newPhone',
  'passkey',
  'password',
  'phone',
  'recoveryCode',
  'tier',
  'token',
  'type',
])

/**
 * `whole` names the part of the request ("body") where no single parameter is at fault; `ownErrors` are the entry's
 * `inputErrors`.
 */
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
  return typeof value === 'string' ? `${[...value].length} characters` : `a value of type ${typeof value}`
}
