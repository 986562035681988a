/** Calls the API in this process, by its own routes: key, rate, quota and usage are those of any other call. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { modeHeader } from '#contract/key-modes'
import { apiError, fail } from '../http/verb.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** With parameters by name, in path and query; fails with a RefusedCall. */
export type CallApi = <O extends z.ZodType>(entry: Endpoint & { output: O }, given: Arguments) => Promise<z.output<O>>

/** The answer of the API to a call that it refused. */
export class RefusedCall extends Error {
  readonly code: string
  readonly body: string

  constructor(body: string) {
    const { error, code } = refusal.parse(JSON.parse(body))
    super(error)
    this.code = code
    this.body = body
  }
}

const refusal = z.object({ error: z.string(), code: z.string() })

/** `onMode` gets the mode of test keys. */
export function callApi(
  app: FastifyInstance,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  onMode: (mode: string) => void,
): CallApi {
  const { authorization, 'api-key': apiKey } = headers
  return async ({ method, path, output }, given) => {
    const query = new URLSearchParams()
    const inPath = new Map<string, string>()
    for (const [name, value] of Object.entries(given)) {
      if (value === null || value === undefined) continue
      const text = typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value)
      if (path.includes(`{${name}}`)) inPath.set(name, text)
      else query.append(name, text)
    }
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(
        inPath.get(name) ?? fail('invalid_input', { parameter: name, expected: 'a value', got: 'nothing' }),
      ),
    )
    const answer = await app
      .inject({
        method: method === 'GET' ? method : 'POST',
        url: query.size === 0 ? url : `${url}?${query}`,
        headers: {
          ...(apiKey !== undefined && { 'api-key': apiKey }),
          ...(authorization !== undefined && { authorization }),
        },
        remoteAddress: ip,
      })
      .catch(() => {
        throw apiError('not_ready', { waitingFor: ['a server that starts again'] })
      })
    const { statusCode, body } = answer
    const mode = answer.headers[modeHeader.toLowerCase()]
    if (typeof mode === 'string') onMode(mode)
    if (statusCode >= 400) throw new RefusedCall(body)
    return output.parse(JSON.parse(body))
  }
}
