import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { requestsAheadMax, requestsPipelinedMax } from '#contract/limits'
import { eventually } from '../../test/support/eventually.ts'
import { boundPipelines } from './pipelines.ts'

let server: Server
let port: number
/** Requests that came to the listener and are not answered. */
let held: { request: IncomingMessage; response: ServerResponse }[]
let come: number

beforeEach(async () => {
  held = []
  come = 0
  server = createServer(
    boundPipelines((request, response) => {
      come++
      held.push({ request, response })
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(() => void server.closeAllConnections())

function caller(bytes = ''): Socket & { got: string } {
  const socket = Object.assign(connect(port, '127.0.0.1'), { got: '' })
  onTestFinished(() => void socket.destroy())
  socket.on('data', (piece) => {
    socket.got += piece
  })
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

const get = (path: number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const gets = (count: number) => Array.from({ length: count }, (_, path) => get(path)).join('')
const answerOne = () => {
  const { request, response } = held.shift() ?? expect.unreachable('no request is held')
  response.end(request.url)
}

test('G10: requests that come at once over a connection are worked on and answered one after the other', async () => {
  const socket = caller(gets(requestsPipelinedMax))
  for (let answered = 0; answered < requestsPipelinedMax; answered++) {
    await eventually(() => expect(come).toBe(answered + 1))
    answerOne()
  }
  await eventually(() => expect(socket.got.match(/HTTP/g)).toHaveLength(requestsPipelinedMax))
  const bodies = [...socket.got.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, path]) => Number(path))
  expect(bodies).toEqual(Array.from({ length: requestsPipelinedMax }, (_, path) => path))
})

test('G10: a connection with more than 100 at once is closed, and no more than the first is worked on', async () => {
  const socket = caller(gets(1_400))
  await once(socket, 'close')
  expect(come).toBeLessThanOrEqual(1)
  const other = caller(get(1))
  await eventually(() => expect(held.at(-1)?.request.url).toBe('/1'))
  held.at(-1)?.response.end()
  await eventually(() => expect(other.got).toContain('200 OK'))
})

test('G10: nothing more is read of a connection with 16 unanswered, until one is answered', async () => {
  const socket = caller(gets(requestsAheadMax))
  await eventually(() => expect(come).toBe(1))
  await eventually(() => expect(held[0]?.request.socket.isPaused()).toBe(true))
  const { socket: ofServer } = held[0]?.request ?? expect.unreachable()
  const readBefore = ofServer.bytesRead
  socket.write(gets(50))
  await wait(100)
  expect(ofServer.bytesRead).toBe(readBefore)
  answerOne()
  await eventually(() => expect(ofServer.bytesRead).toBeGreaterThan(readBefore))
})

test('a request with a body among the pipelined ones is read to its end', async () => {
  const body = 'x'.repeat(300_000)
  const post = `POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const socket = caller(gets(requestsAheadMax - 1) + post + get(7))
  for (let answered = 1; answered < requestsAheadMax; answered++) {
    await eventually(() => expect(come).toBe(answered))
    answerOne()
  }
  await eventually(() => expect(held[0]?.request.method).toBe('POST'))
  const { request } = held[0] ?? expect.unreachable()
  let bytes = 0
  request.on('data', (piece) => {
    bytes += piece.length
  })
  await once(request, 'end')
  expect(bytes).toBe(body.length)
  answerOne()
  await eventually(() => expect(come).toBe(requestsAheadMax + 1))
  answerOne()
  await eventually(() => expect(socket.got.match(/HTTP/g)).toHaveLength(requestsAheadMax + 1))
})
