/**
 * Calls the API by method and path, `GET /me`, with the contract's types, of which nothing is in the bundle. Every
 * failure is a CallError. A session the server no longer knows is cleared here alone; the routes' guards then lead to
 * the login.
 */
import type { z } from 'zod'
import type { Api, EndpointName } from '#contract/api'
import type { EndpointInput } from '#contract/endpoint'
import { type Area, clearToken, currentArea, tokenOf } from './tokens.ts'

/** The contract by method and path. */
type Named = { [N in EndpointName as `${Api[N]['method']} ${Api[N]['path']}`]: Api[N] }

export type CallName = keyof Named

export type Input<N extends CallName> = EndpointInput<Named[N]['params'], Named[N]['query'], Named[N]['body']>

export type Output<N extends CallName> = z.output<Named[N]['output']>

export interface CallOptions {
  apiKey?: string | undefined
  /** Sends this area's token instead of the current one. */
  area?: Area
  signal?: AbortSignal
}

/** `status` is 0 when no answer came; `sentence` is the server's, where it sent one. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly sentence: string | undefined
  readonly body: object | undefined

  constructor(status: number, code: string, sentence: string | undefined, body?: object) {
    super(sentence ?? `The answer is ${status}`)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.sentence = sentence
    this.body = body
  }
}

/** Longer than the server takes for anything. */
const answerMsMax = 150_000

/** Resolves to the endpoint's output, or throws a CallError. */
export async function call<N extends CallName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const area = options.area ?? currentArea()
  const token = area === undefined ? null : tokenOf(area)
  const response = await send(name, input, options, token)
  const text = await response.text().catch(() => '')
  try {
    if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return asOutput<N>(text)
    return outcomeOf<N>(response.status, text)
  } catch (error) {
    const code = error instanceof CallError ? error.code : undefined
    const isSessionOver = code === 'session_missing' || code === 'session_invalid'
    // The user may have signed in again since the call was sent; that session is not over.
    if (isSessionOver && area !== undefined && tokenOf(area) === token) clearToken(area)
    throw error
  }
}

export function outcomeOf<N extends CallName>(status: number, text: string): Output<N> {
  const answer = parsed(text)
  if (status >= 200 && status < 300) return asOutput<N>(answer)
  throw errorOf(status, answer)
}

async function send(
  name: CallName,
  input: { params?: object; query?: object; body?: object },
  { apiKey, signal }: CallOptions,
  token: string | null,
): Promise<Response> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const request: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(apiKey !== undefined && { 'api-key': apiKey }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(input.body ?? {}) }),
    signal: signal ?? AbortSignal.timeout(answerMsMax),
  }
  const address = addressOf(path, input)
  const isPlainGet = method === 'GET' && apiKey === undefined
  try {
    const first = isPlainGet ? await takeFirstAnswer(address, token) : undefined
    return first ?? (await fetch(address, request))
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, 'no_answer', undefined)
  }
}

function addressOf(path: string, { params = {}, query = {} }: { params?: object; query?: object }): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(Reflect.get(params, name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorOf(status: number, answer: unknown): CallError {
  const body = typeof answer === 'object' && answer !== null ? answer : {}
  const textOf = (name: string) => {
    const value: unknown = Reflect.get(body, name)
    return typeof value === 'string' ? value : undefined
  }
  return new CallError(status, textOf('code') ?? 'unknown', textOf('error'), body)
}

function asOutput<N extends CallName>(answer: unknown): Output<N> {
  // The server that served this page writes every answer by the output schema of the same contract.
  return answer as Output<N>
}

/** The only place that turns an error into text: the server's sentence, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.sentence) || fallback
}

interface FirstAnswers {
  token: string
  answers: Map<string, Promise<Response | undefined>>
}

/** An answer that web/public/before-paint.js asked for before the program was loaded; each is used once. */
function takeFirstAnswer(address: string, token: string | null): Promise<Response | undefined> | undefined {
  const first = firstAnswers()
  if (first === undefined || first.token !== token) return undefined
  const answer = first.answers.get(address)
  first.answers.delete(address)
  return answer
}

function firstAnswers(): FirstAnswers | undefined {
  // The first script writes this property and no other does.
  return Reflect.get(window, 'firstAnswers') as FirstAnswers | undefined
}
