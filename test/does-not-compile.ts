/**
 * Mistakes that the types refuse. Nothing here runs: `npm run types` compiles it, and the compiler reports an
 * `@ts-expect-error` above a line that compiles after all.
 */
import { z } from 'zod'
import type { Api } from '#contract/api'
import { endpoint } from '#contract/endpoint'
import type { Verb, Verbs } from '#server/http/verb'

export function mistakesInAnEntry() {
  const right = {
    method: 'GET',
    path: '/things',
    group: 'service',
    summary: 'Things',
    description: 'Lists things.',
    caller: 'anyone',
    query: z.strictObject({ size: z.string() }),
    output: z.object({ count: z.number() }),
  } as const
  endpoint({ ...right, example: { input: { query: { size: '1' } }, output: { count: 1 } } })
  // @ts-expect-error: the output schema refuses the example's output.
  endpoint({ ...right, example: { input: { query: { size: '1' } }, output: { count: 'one' } } })
  // @ts-expect-error: the query schema refuses the example's query.
  endpoint({ ...right, example: { input: { query: { size: 1 } }, output: { count: 1 } } })
  // @ts-expect-error: a required parameter is missing from the example.
  endpoint({ ...right, example: { input: {}, output: { count: 1 } } })
  // @ts-expect-error: no such error exists.
  endpoint({ ...right, errors: ['no_such_error'], example: { input: { query: { size: '1' } }, output: { count: 1 } } })
}

export function mistakesInVerbs(verbs: Verbs) {
  const { getDoctor, ...others } = verbs
  // @ts-expect-error: an endpoint has no verb.
  const incomplete: Verbs = others
  // @ts-expect-error: the entry of /me does not declare this error.
  const undeclared: Verb<Api['me']> = async ({ fail }) => fail('email_taken', undefined)
  // @ts-expect-error: the entry declares headers of the answer that the verb leaves out.
  const headless: Verb<Api['getDoctor']> = async () => ({ json: Buffer.from('{}') })
  // @ts-expect-error: the details do not fit the sentence.
  const wordless: Verb<Api['getDoctor']> = async ({ fail }) => fail('provider_not_found', { npi: 1 })
  // @ts-expect-error: bytes that were written beforehand would pass by the schema that leaves secrets out.
  const unread: Verb<Api['me']> = async () => ({ json: Buffer.from('{}') })
  return [getDoctor, incomplete, undeclared, headless, wordless, unread]
}
