/** A fetch that tries again where the server says when to. */

export interface RetryOptions {
  /** Tries after the first one. */
  retries?: number
  /** A longer wait is left to the caller: the answer is given back. */
  waitSecondsMax?: number
  fetch?: typeof fetch
}

/** Neither was done: 429 is over a limit, 503 is not ready. */
const retried = new Set([429, 503])

export function retryingFetch({ retries = 3, waitSecondsMax = 60, fetch = globalThis.fetch }: RetryOptions = {}) {
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    for (let left = retries; ; left--) {
      const answer = await fetch(request.clone())
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
      if (left <= 0 || !retried.has(answer.status) || !(seconds >= 0 && seconds <= waitSecondsMax)) return answer
      await answer.body?.cancel()
      await pause(seconds * 1000, request.signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
