/** Writes ready bytes past Fastify's reply, for speed (docs/decisions/0042-one-path-and-its-bounds.md). */
import { isAscii } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { giveBack } from '#registry/search/answer-bytes'

export interface ReadyAnswer {
  status: number
  headers: readonly Headers[]
  body: Buffer
  isLast: boolean
}

type Headers = Readonly<Record<string, number | string | string[] | undefined>>

/** Below this, one string costs less than two writes. */
const textBytesMax = 4096

/** Hooks do not see it; `onEnd` runs once the answer is out or its connection broken. */
export function sendReady(
  out: ServerResponse,
  { status, headers, body, isLast }: ReadyAnswer,
  onEnd: (isWhole: boolean) => void = () => {},
): void {
  const head = ['content-type', 'application/json; charset=utf-8', 'content-length', String(body.length)]
  for (const some of headers) addTo(head, some)
  if (isLast) head.push('connection', 'close')
  out.writeHead(status, head)
  if (body.length < textBytesMax) {
    const encoding = isAscii(body) ? 'latin1' : 'utf8'
    out.end(body.toString(encoding), encoding)
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
