/** Requests as bytes: what a program sends that has HTTP wrong, or the network has changed on the way. */
import { once } from 'node:events'
import { connect } from 'node:net'
import * as fc from 'fast-check'

const whole = [
  'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/doctors?limit=1 HTTP/1.1\r\nHost: localhost\r\nApi-Key: pdx_0\r\nAccept: */*\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
]

/** Pieces that belong elsewhere. */
const pieces = [
  '\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  '\t folded',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: identity, chunked\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: h2c\r\nConnection: Upgrade\r\n',
  'HTTP/9.9',
  'ffffffffffffffff\r\n',
  'TRACE / HTTP/1.1\r\n',
  'CONNECT localhost:1 HTTP/1.1\r\n',
  '\xff\xfe',
  'A'.repeat(400),
]

type Change = (bytes: Buffer) => Buffer

const change: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.nat(3),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.nat(255),
    piece: fc.constantFrom(...pieces),
  })
  .map(({ kind, at, byte, piece }) => (bytes) => {
    const place = Math.floor(at * bytes.length)
    const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
    if (kind === 0) return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)])
    if (kind === 1) return before
    if (kind === 2) return Buffer.concat([before, after.subarray(1 + (byte % 20))])
    return Buffer.concat([before, Buffer.from(piece, 'latin1'), after])
  })

/** A request that was right until it was changed, once to four times. */
export const rawRequest: fc.Arbitrary<Buffer> = fc
  .tuple(fc.constantFrom(...whole), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => changes.reduce<Buffer>((bytes, apply) => apply(bytes), Buffer.from(text, 'latin1')))

/** Milliseconds after which a server that has not answered waits for more. */
const quietMs = 20

/**
 * Sends the bytes and nothing more; answers what came back until the connection was closed, or undefined when it
 * never was.
 */
export async function sendRaw(port: number, bytes: Buffer, waitMs: number): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1' })
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // A connection that is cut is an answer, too.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(bytes)
  // Whoever ends at once is not answered, and a server that waits for the rest of a request would wait long.
  const ending = setTimeout(() => socket.end(), quietMs)
  socket.once('data', () => socket.end())
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, waitMs)
  await closed
  clearTimeout(ending)
  clearTimeout(late)
  return isLate ? undefined : Buffer.concat(chunks).toString('latin1')
}
