/** D8: how long a request may take to arrive. The times are moved, so that nobody waits for the real ones. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestTimes } from '#server/http/request-limits'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const cutOff = { status: 408, body: { code: 'request_timeout', error: 'The request did not arrive in time.' } }

/** Small calls have a moment only, uploads for ever; or uploads a moment too. */
const moments: RequestTimes = { headersMs: 60_000, bodyMs: 300, uploadMs: 600_000, roomMs: 0, stalledMs: 600_000 }
const short: RequestTimes = { headersMs: 300, bodyMs: 300, uploadMs: 300, roomMs: 0, stalledMs: 600_000 }

let servers: TestServer[]
let [port, shortPort] = [0, 0]
beforeAll(async () => {
  const started = await Promise.all(
    [moments, short].map((requestTimes) => startTestServer(undefined, {}, undefined, undefined, { requestTimes })),
  )
  servers = started
  ;[port = 0, shortPort = 0] = await Promise.all(started.map((server) => server.listen()))
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

/** Sends all of a call but the last byte of its body; answers the rest and where to send it. */
async function beginCall(to: number, path: string, body: object, lines: string[] = []) {
  const json = JSON.stringify(body)
  const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${json.length}`, ...lines]
  const socket = connect(to, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n${json.slice(0, -1)}`)
  return { socket, rest: json.slice(-1) }
}

async function answerOn(socket: Socket) {
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

const signIn = { email: 'ada@example.org', password: 'a long walk by the sea' }

const upload = async () => ({
  npi: '1234567893',
  credential: 'MD',
  image: (await newPicture().png().toBuffer()).toString('base64'),
})

test.each(['/login', '/no-such-path', '/webhooks/payments'])(
  'D8: a call to %s whose body never ends is cut off at the limit of small calls',
  async (path) => {
    const fresh = `stripe-signature: t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
    const { socket } = await beginCall(port, path, signIn, [fresh])
    expect(await answerOn(socket)).toEqual(cutOff)
  },
)

test('D8: an upload may take longer than any small call', async () => {
  const key = `api-key: ${servers[0]?.apiKey}`
  const { socket, rest } = await beginCall(port, '/api/verifications', await upload(), [key])
  const small = await beginCall(port, '/login', signIn)
  expect(await answerOn(small.socket)).toEqual(cutOff)
  socket.write(rest)
  expect(await answerOn(socket)).toMatchObject({ status: 201, body: { status: 'Pending' } })
})

test('D8: an upload that never ends is cut off at its own limit', async () => {
  const key = `api-key: ${servers[1]?.apiKey}`
  const { socket } = await beginCall(shortPort, '/api/verifications', await upload(), [key])
  expect(await answerOn(socket)).toEqual(cutOff)
})
