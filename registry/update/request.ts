/**
 * Requests over HTTP. No wait is without a limit, no redirect leads to another origin, and the bytes that arrive are
 * the bytes that were stored. Fails with PassingError when another try may help and with BuildError when none will.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '#registry/search/errors'
import { BuildError, shown } from '../build/build-error.ts'

/** How long a server may take, and the pauses before each further try. */
export interface Patience {
  /** From the request to the first line of the answer. */
  answerMsMax: number
  /** Without a single byte, in the middle of an answer. */
  stallMsMax: number
  /** For the whole page, which is small. */
  pageMsMax: number
  pausesMs: readonly number[]
}

export const usualPatience: Patience = {
  answerMsMax: 30_000,
  stallMsMax: 60_000,
  pageMsMax: 60_000,
  pausesMs: [1_000, 5_000, 20_000, 60_000],
}

const redirectsMax = 3

/** A failure that may be over at the next try: a broken connection, a server that is busy or silent. */
export class PassingError extends Error {
  override readonly name = 'PassingError'
}

/** Tries again after each PassingError. When the tries are used up, throws BuildError with the last reason. */
export async function withRetries<T>(
  what: string,
  { pausesMs }: Patience,
  note: (text: string) => void,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failed = 0; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof PassingError)) throw error
      const pauseMs = pausesMs[failed++]
      if (pauseMs === undefined) throw new BuildError([`${what}: ${error.message}; gave up after ${failed} tries`])
      note(`${what}: ${error.message}; trying again in ${Math.ceil(pauseMs / 1000)} s`)
      await pause(pauseMs)
    }
  }
}

export interface Answer {
  status: number
  headers: Headers
  body: AsyncGenerator<Uint8Array, void>
  /** Closes the connection. A reader of the body gets the reason thrown. */
  close(reason?: Error): void
}

/** Follows redirects within the origin. Answers with any status but those of redirects, 429 and 5xx. */
export async function request(url: URL, headers: Record<string, string>, patience: Patience): Promise<Answer> {
  let at = url
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const answer = await requestOnce(at, headers, patience)
    if (![301, 302, 303, 307, 308].includes(answer.status)) return usable(answer, at)
    answer.close()
    at = redirectTarget(at, answer.headers.get('location') ?? '')
  }
  throw new BuildError([`${url.href}: expected at most ${redirectsMax} redirects; got more`])
}

async function requestOnce(url: URL, headers: Record<string, string>, patience: Patience): Promise<Answer> {
  const controller = new AbortController()
  const silence = `${url.host} expected to answer within ${patience.answerMsMax / 1000} s; got nothing`
  const timer = setTimeout(() => controller.abort(new PassingError(silence)), patience.answerMsMax)
  try {
    const response = await fetch(url, {
      // A compressed answer has another length than the file, and cannot be had in parts.
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal: controller.signal,
    })
    return {
      status: response.status,
      headers: response.headers,
      body: chunksOf(response.body, controller, patience.stallMsMax),
      close: (reason) => controller.abort(reason),
    }
  } catch (error) {
    throw failureOf(error, controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  controller: AbortController,
  stallMsMax: number,
): AsyncGenerator<Uint8Array, void> {
  if (body === null) return
  const reader = body.getReader()
  const stall = () => controller.abort(new PassingError(`nothing more arrived for ${stallMsMax / 1000} s`))
  try {
    while (true) {
      // The time between two reads does not count: it is ours, not the server's.
      const timer = setTimeout(stall, stallMsMax)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (error) {
    throw failureOf(error, controller.signal)
  } finally {
    controller.abort()
  }
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new PassingError(`the connection broke: ${messageOf(cause)}`)
}

function usable(answer: Answer, url: URL): Answer {
  const encoding = answer.headers.get('content-encoding') ?? 'identity'
  const isBusy = answer.status === 429 || answer.status >= 500
  if (!isBusy && encoding === 'identity') return answer
  answer.close()
  if (isBusy) throw new PassingError(`${url.host} answered with status ${answer.status}`)
  throw new BuildError([`${url.href}: expected an answer without Content-Encoding; got ${shown(encoding)}`])
}

function redirectTarget(from: URL, location: string): URL {
  const target = location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (target?.origin === from.origin) return target
  throw new BuildError([`${from.href}: expected redirects within ${from.origin}; got one to ${shown(location)}`])
}
