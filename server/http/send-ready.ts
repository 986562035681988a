/**
 * Sends an answer that is ready as bytes past Fastify's reply, which would take them through hooks, guess what they are and put its
 * headers together one by one: that took longer than a look-up and its key (docs/decisions/0020-what-a-search-costs-over-http.md).
 */
import { isAscii } from 'node:buffer'
import type { FastifyReply } from 'fastify'
import { giveBack } from '#registry/read/answer-bytes'

/** An answer as it goes out. */
export interface ReadyAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Whether it is the last of its connection. */
  isLast: boolean
}

/** Below this many bytes, making a text of an answer costs less than writing its head and its body as two pieces. */
const textBytesMax = 4096

/** Writes the answer with the headers that the reply has by now; hooks on answers that are sent do not see it. */
export function sendReady(reply: FastifyReply, { status, headers, body, isLast }: ReadyAnswer): FastifyReply {
  const head = ['content-type', 'application/json; charset=utf-8', 'content-length', String(body.length)]
  addTo(head, reply.getHeaders())
  addTo(head, headers)
  if (isLast) head.push('connection', 'close')
  reply.hijack()
  const { raw } = reply
  raw.writeHead(status, head)
  if (body.length < textBytesMax) {
    // As a text it goes out together with its head in one piece.
    const encoding = isAscii(body) ? 'latin1' : 'utf8'
    raw.end(body.toString(encoding), encoding)
    giveBack(body)
  } else {
    raw.end(body, () => giveBack(body))
  }
  return reply
}

function addTo(head: string[], headers: Readonly<Record<string, number | string | string[] | undefined>>): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) head.push(name, String(value))
  }
}
