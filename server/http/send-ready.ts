/** Writes ready bytes past Fastify's reply, for speed (docs/decisions/0042-one-path-and-its-bounds.md). */
import type { ServerResponse } from 'node:http'
import { giveBack } from '#registry/search/answer-bytes'

export interface ReadyAnswer {
  status: number
  headers: readonly Headers[]
  /** Undefined for a 304, which has none. */
  body: Buffer | undefined
  isLast: boolean
  /** JSON unless it is given. */
  type?: string | undefined
}

type Headers = Readonly<Record<string, number | string | string[] | undefined>>

/** Below this, one string costs less than two writes. */
const textBytesMax = 4096

/** Hooks do not see it; `onEnd` runs once the answer is out or its connection broken. */
export function sendReady(
  out: ServerResponse,
  { status, headers, body, isLast, type = 'application/json; charset=utf-8' }: ReadyAnswer,
  onEnd: (isWhole: boolean) => void = () => {},
): void {
  const head = body === undefined ? [] : ['content-type', type, 'content-length', String(body.length)]
  for (const some of headers) addTo(head, some)
  if (isLast) head.push('connection', 'close')
  out.writeHead(status, head)
  if (body === undefined) {
    out.end()
  } else if (body.length < textBytesMax) {
    // A byte a character, whatever they mean.
    out.end(body.toString('latin1'), 'latin1')
    giveBack(body)
  } else {
    out.end(body, () => giveBack(body))
  }
  if (out.writableFinished) {
    onEnd(true)
    return
  }
  const { req } = out
  let isReported = false
  const report = (isWhole: boolean) => {
    if (isReported) return
    isReported = true
    onEnd(isWhole)
  }
  out.once('finish', () => report(!req.socket.destroyed))
  // Fires behind the answer, also on pipelined connections.
  req.once('close', () => report(false))
}

function addTo(head: string[], headers: Headers): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) head.push(name, typeof value === 'string' ? value : String(value))
  }
}
