/** Reads one part of a request by its schema, or fails with a sentence that names the parameter, what was expected and what came. */
import type { z } from 'zod'
import { nearestOf } from '#registry/read/nearest'
import type { Fail } from './verb.ts'

export type InputFail = Fail<'invalid_input' | 'unknown_parameter'>

/** Characters of a caller's value that an error sentence repeats. */
const echoLengthMax = 60

/** Values that an error sentence never repeats. */
const secretParameters = new Set(['password', 'newPassword', 'token', 'image', 'apiKey', 'api-key'])

/**
 * Reads `value` by `schema`. `whole` names the part of the request ("body") where a mistake lies in no single parameter.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown, whole: string, fail: InputFail): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const [parameter = ''] = issue.keys
    const known = namesOf(schema)
    return fail('unknown_parameter', { parameter: shorten(parameter), nearest: nearestOf(parameter, known), known })
  }
  const [parameter = whole] = (issue?.path ?? []).map(String)
  const got = issue?.path.length ? valueAt(value, parameter) : value
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

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value) && value.length > 1) return `${value.length} values`
  return shorten(JSON.stringify(value) ?? typeof value)
}

function secretShown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? `${[...value].length} characters` : `a value of type ${typeof value}`
}

/** At most `echoLengthMax` characters, printable ones as they are and all others escaped. */
function shorten(text: string): string {
  const printable = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
  return printable.length > echoLengthMax ? `${printable.slice(0, echoLengthMax)}…` : printable
}
