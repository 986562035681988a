/**
 * Sends an answer that is ready as bytes past Fastify's reply, which would take it through hooks, guess what it is and put its
 * headers together one by one: that took longer than a look-up and its key (docs/decisions/0020-what-a-search-costs-over-http.md).
 */
import { isAscii } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import { giveBack } from '#registry/search/answer-bytes'

/** An answer as it goes out: ready JSON, and its headers in whichever objects they come. */
export interface ReadyAnswer {
  status: number
  headers: readonly Headers[]
  body: Buffer
  /** Whether it is the last of its connection. */
  isLast: boolean
}

type Headers = Readonly<Record<string, number | string | string[] | undefined>>

/** Below this many bytes, making a text of an answer costs less than writing its head and its body as two pieces. */
const textBytesMax = 4096

/** Writes the answer, which Fastify's hooks do not see; `onEnd` is called once it is out, or its connection broken. */
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
    // As a text it goes out together with its head in one piece.
    const encoding = isAscii(body) ? 'latin1' : 'utf8'
    out.end(body.toString(encoding), encoding)
    giveBack(body)
  } else {
    out.end(body, () => giveBack(body))
  }
  // Mostly the system has taken all of it by now.
  if (out.writableFinished) {
    onEnd(true)
    return
  }
  const { req } = out
  let isTold = false
  const tell = (isWhole: boolean) => {
    if (isTold) return
    isTold = true
    onEnd(isWhole)
  }
  // An answer is said to be finished as well when its connection breaks.
  out.once('finish', () => tell(!req.socket.destroyed))
  // The request closes behind its answer, and also where that still waits for others of the connection.
  req.once('close', () => tell(false))
}

function addTo(head: string[], headers: Headers): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) head.push(name, typeof value === 'string' ? value : String(value))
  }
}
