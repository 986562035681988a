/**
 * Asks a server for something over HTTP. It promises that nothing waits for ever, that no redirect leads to another origin
 * than the one that was asked, and that the bytes which arrive are the bytes that were stored. It fails with PassingError
 * when another try may help and with BuildError when none will.
 */
import { messageOf } from '#registry/search/errors'
import { BuildError, shown } from '../build/build-error.ts'
import { type Patience, redirectsMax } from './limits.ts'
import { PassingError } from './retry.ts'

export interface Answer {
  status: number
  headers: Headers
  /** To be read once. The connection is given up when the reading is. */
  body: AsyncGenerator<Uint8Array, void>
  /** Gives the connection up; whoever is reading the body gets the reason thrown. */
  close(reason: Error): void
}

/** GETs a resource, following redirects within its origin. Answers with any status but those of redirects, 429 and 5xx. */
export async function request(url: URL, headers: Record<string, string>, patience: Patience): Promise<Answer> {
  let at = url
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const answer = await requestOnce(at, headers, patience)
    if (!redirectStatuses.has(answer.status)) return usable(answer, at)
    answer.close(new Error('redirected'))
    at = redirectTarget(at, answer.headers.get('location') ?? '')
  }
  throw new BuildError([`${url.href}: expected at most ${redirectsMax} redirects; got more`])
}

/** The length that the header of an answer states, in bytes; undefined when it states none. */
export function statedLength(headers: Headers): number | undefined {
  const text = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** 304 stands among the 3xx but is no redirect. */
const redirectStatuses = new Set([301, 302, 303, 307, 308])

async function requestOnce(url: URL, headers: Record<string, string>, patience: Patience): Promise<Answer> {
  const controller = new AbortController()
  const silence = `${url.host} expected to answer within ${patience.answerMsMax / 1000} s; got nothing`
  const timer = setTimeout(() => controller.abort(new PassingError(silence)), patience.answerMsMax)
  try {
    const response = await fetch(url, {
      // Packed on the way, the length would be another than that of the file, and parts of it could not be asked for.
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
      // Only the server's silence counts, not the time that the reader takes for a chunk.
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

/** What fetch says of a broken connection stands in the cause of its error. */
function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new PassingError(`the connection broke: ${messageOf(cause)}`)
}

function usable(answer: Answer, url: URL): Answer {
  const encoding = answer.headers.get('content-encoding') ?? 'identity'
  const isBusy = answer.status === 429 || answer.status >= 500
  if (!isBusy && encoding === 'identity') return answer
  const error = isBusy
    ? new PassingError(`${url.host} answered with status ${answer.status}`)
    : new BuildError([`${url.href}: expected an answer without Content-Encoding; got ${shown(encoding)}`])
  answer.close(error)
  throw error
}

function redirectTarget(from: URL, location: string): URL {
  const target = location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (target?.origin === from.origin) return target
  throw new BuildError([`${from.href}: expected redirects within ${from.origin}; got one to ${shown(location)}`])
}
