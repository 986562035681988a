/** Limits on requests that only a socket can show: what is not well-formed, too slow or too large. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bodyBytesMax,
  imageBodyBytesMax,
  paymentEventBytesMax,
  paymentEventBytesOfAllMax,
  paymentEventBytesOfNetworkMax,
  uploadBytesOfAccountMax,
  uploadBytesOfAllMax,
} from '#contract/limits'
import { requestTimes } from '#server/http/request-limits'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  // So that a test can call from several networks.
  server = await startTestServer(undefined, { trustedProxies: ['127.0.0.1'] }, undefined, undefined, {
    requestTimes: { ...requestTimes, roomMs: 0 },
  })
  port = await server.listen()
})
afterAll(() => server.close())

/** Sends these bytes and nothing more; answers all that came until the server closed the connection. */
async function exchange(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

/** A request that asks for the connection to be closed, with these further header lines. */
function request(path: string, lines: string[] = []): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n')
}

const headers = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`)

test('D8: a request with 100 headers is answered, one with 101 or with thousands is refused', async () => {
  expect(await exchange(request('/health', headers(98)))).toMatchObject({ status: 200 })
  for (const count of [99, 2_500]) {
    expect(await exchange(request('/health', headers(count)))).toEqual({
      status: 431,
      body: { code: 'headers_too_large', error: 'The headers may have at most 16384 bytes and 100 lines.' },
    })
  }
})

test('D8: headers of more than 16 KB are refused, in the form of every other error', async () => {
  expect(await exchange(request('/health', [`X: ${'a'.repeat(15_000)}`]))).toMatchObject({ status: 200 })
  expect(await exchange(request('/health', [`X: ${'a'.repeat(17_000)}`]))).toMatchObject({
    status: 431,
    body: { code: 'headers_too_large' },
  })
})

test('D8: a path of more than 2 KB is refused, a query of that length is not', async () => {
  const refused = { status: 414, body: { code: 'path_too_long' } }
  expect(await exchange(request(`/${'a'.repeat(2_047)}`))).toMatchObject({ status: 404 })
  expect(await exchange(request(`/${'a'.repeat(2_048)}`))).toMatchObject(refused)
  expect(await exchange(request(`/api/doctors/${'1'.repeat(3_000)}`))).toMatchObject(refused)
  const key = `api-key: ${server.apiKey}`
  const npis = Array.from({ length: 250 }, () => 'npi=1234567893').join('&')
  expect(await exchange(request(`/api/doctors?${npis}`, [key]))).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})

test('C1: a body of many megabytes is not even read of a caller without a key or a session', async () => {
  const form = ['Host: localhost', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 14000000']
  // No byte of the body is ever sent.
  const callAt = (path: string, ...lines: string[]) =>
    exchange([`POST ${path} HTTP/1.1`, ...form, ...lines, '', ''].join('\r\n'))
  const call = (...lines: string[]) => callAt('/api/verifications', ...lines)
  expect(await callAt('/me/support')).toMatchObject({ status: 401, body: { code: 'session_missing' } })
  expect(await callAt('/me/support', 'Authorization: Bearer abc')).toMatchObject({
    status: 401,
    body: { code: 'session_invalid' },
  })
  expect(await call()).toMatchObject({ status: 401, body: { code: 'key_missing' } })
  expect(await call(`api-key: ${server.unknownKey}`)).toMatchObject({ status: 401, body: { code: 'key_unknown' } })
})

/** The head of an upload, whose body nobody sends. */
function uploadHead({ apiKey }: TestAccount, ...lines: string[]): string {
  const form = ['Host: localhost', 'Connection: close', 'Content-Type: application/json', `api-key: ${apiKey}`]
  return ['POST /api/verifications HTTP/1.1', ...form, ...lines, '', ''].join('\r\n')
}

const announcing = (bytes: number) => `Content-Length: ${bytes}`

/** Begins uploads of the largest bodies, until they are this many bytes; they are counted then. */
async function beginUploads(account: TestAccount, bytes: number): Promise<Socket[]> {
  const sockets = Array.from({ length: bytes / imageBodyBytesMax }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const come = requestsCome(sockets.length)
  for (const socket of sockets) socket.write(uploadHead(account, announcing(imageBodyBytesMax)))
  await come
  // It waits for the same look-up of the key as they do, and is behind them.
  await smallUpload(account)
  return sockets
}

/** Waits for this many more requests to come over the network. */
function requestsCome(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    const see = () => {
      if (--left > 0) return
      server.app.server.off('request', see)
      resolve()
    }
    server.app.server.on('request', see)
  })
}

/**
 * What an upload is answered that has all it needs but an image: its body is read and refused, or there is no room to
 * read it.
 */
async function smallUpload({ apiKey }: TestAccount): Promise<'read' | 'busy'> {
  const { status, headers, body } = await server.post('/api/verifications', {}, { 'api-key': apiKey })
  if (status === 400) return 'read'
  expect({ status, headers, body }).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5', 'x-quota-remaining': 'unlimited' },
    body: { code: 'decoder_busy', error: 'Too many images are being processed; try again in a few seconds.' },
  })
  return 'busy'
}

test('C1: of one account three of the largest bodies are taken at a time; others go on, and it too when one of them is broken off', async () => {
  const [account, other] = [await server.signUp(), await server.signUp()]
  const sockets = await beginUploads(account, uploadBytesOfAccountMax)
  expect(sockets).toHaveLength(3)
  expect(await smallUpload(account)).toBe('busy')
  expect(await smallUpload(other)).toBe('read')
  sockets[0]?.destroy()
  await expect.poll(() => smallUpload(account)).toBe('read')
  for (const socket of sockets) socket.destroy()
})

/** What the connections were answered that are closed by now. */
function answersOf(sockets: Socket[]): string[] {
  const answers: string[] = []
  for (const socket of sockets) {
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    // What the server ends may be seen as a reset.
    socket.on('error', () => {})
    socket.on('close', () => answers.push(answer))
  }
  return answers
}

const uploadsMax = uploadBytesOfAllMax / imageBodyBytesMax

const newAccounts = (count: number) => Promise.all(Array.from({ length: count }, () => server.signUp()))

test('C1: of all accounts six of the largest bodies are taken at a time, and the next ones once one of these is broken off', async () => {
  const accounts = await newAccounts(uploadsMax)
  expect(accounts).toHaveLength(6)
  const other = await server.signUp()
  const sockets: Socket[] = []
  for (const account of accounts) sockets.push(...(await beginUploads(account, imageBodyBytesMax)))
  const ended = answersOf(sockets)
  expect(await smallUpload(other)).toBe('busy')
  // Each has one, which is not taken from it for the sake of another.
  expect(ended).toEqual([])
  sockets[0].destroy()
  await expect.poll(() => smallUpload(other)).toBe('read')
  for (const socket of sockets) socket.destroy()
})

const busyAnswer = /^HTTP\/1\.1 503 .*\r\nretry-after: 5\r\n.*"code":"decoder_busy"/s

test('C1: two accounts that fill all the room with uploads that never end make room for others, as much as they keep', async () => {
  const accounts = await newAccounts(uploadBytesOfAllMax / uploadBytesOfAccountMax)
  const other = await server.signUp()
  const sockets: Socket[] = []
  for (const account of accounts) sockets.push(...(await beginUploads(account, uploadBytesOfAccountMax)))
  expect(sockets).toHaveLength(uploadsMax)
  const ended = answersOf(sockets)

  const image = (await newPicture().png().toBuffer()).toString('base64')
  const body = { npi: '1234567893', credential: 'MD', image }
  expect(await server.post('/api/verifications', body, { 'api-key': other.apiKey })).toMatchObject({ status: 201 })
  await expect.poll(() => ended).toEqual([expect.stringMatching(busyAnswer)])

  // The first has the room of the one that was ended; one more is ended for the second, and then it has as much as
  // those.
  const ofOther = await beginUploads(other, uploadBytesOfAccountMax)
  const refused = answersOf(ofOther)
  await expect.poll(() => [ended.length, refused.length]).toEqual([2, 1])
  for (const answer of [...ended, ...refused]) expect(answer).toMatch(busyAnswer)
  for (const socket of [...sockets, ...ofOther]) socket.destroy()
})

test('C1: of one account sixty large bodies are read in a minute, whatever is in them; small ones as ever, and those of others', async () => {
  const [account, other] = [await server.signUp(), await server.signUp()]
  const large = async ({ apiKey }: TestAccount) =>
    server.post('/api/verifications', { image: 'A'.repeat(bodyBytesMax) }, { 'api-key': apiKey })
  for (let count = 0; count < 60; count++) expect(await large(account)).toMatchObject({ status: 400 })
  expect(await large(account)).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d\d?$/), 'x-quota-remaining': 'unlimited' },
    body: { code: 'rate_limited', error: expect.stringMatching(/^You’ve used all 60 requests per minute; /) },
  })
  // No byte of the body is ever sent.
  expect(await exchange(uploadHead(account, announcing(bodyBytesMax + 1)))).toMatchObject({ status: 429 })
  expect(await exchange(uploadHead(account, 'Transfer-Encoding: chunked'))).toMatchObject({ status: 429 })
  expect(await smallUpload(account)).toBe('read')
  expect(await large(other)).toMatchObject({ status: 400 })
})

/** The head of news of payments with this signature. */
function newsHead(signature: string | undefined, ...lines: string[]): string {
  const form = ['Host: localhost', 'Connection: close', 'Content-Type: application/json']
  const signed = signature === undefined ? [] : [`Stripe-Signature: ${signature}`]
  return ['POST /webhooks/payments HTTP/1.1', ...form, ...signed, ...lines, '', ''].join('\r\n')
}

const hash = '0'.repeat(64)
const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago
/** One that is fresh, though nobody's. */
const fresh = () => `t=${seconds(0)},v1=${hash}`

test.each<[what: string, signature: () => string | undefined]>([
  ['none', () => undefined],
  ['an empty one', () => ''],
  ['one without a time', () => `v1=${hash}`],
  ['one without a hash', () => `t=${seconds(0)}`],
  ['one whose hash is none', () => `t=${seconds(0)},v1=${'x'.repeat(64)}`],
  ['one of two times', () => `t=${seconds(0)},t=${seconds(1)},v1=${hash}`],
  ['one of six minutes ago', () => `t=${seconds(360)},v1=${hash}`],
  ['one of the future', () => `t=${seconds(-360)},v1=${hash}`],
])('C1, E3: of news of payments under a signature that cannot be right (%s) no byte is read', async (_, signature) => {
  // No byte of the body is ever sent.
  expect(await exchange(newsHead(signature(), announcing(paymentEventBytesMax)))).toEqual({
    status: 400,
    body: {
      code: 'event_unsigned',
      error:
        'Expected an event about payments, signed by the payment provider within the last five minutes; its signature is missing, wrong or too old.',
    },
  })
})

const from = (ip: string) => `X-Forwarded-For: ${ip}`

/** What small news are answered that nobody signed: they are read and refused, or there is no room to read them. */
async function smallNews(ip: string): Promise<'read' | 'busy'> {
  const { status, body } = await exchange(`${newsHead(fresh(), announcing(2), from(ip))}{}`)
  if (status === 400) return 'read'
  expect({ status, body }).toEqual({
    status: 503,
    body: { code: 'not_ready', error: 'Not ready: waiting for other news of payments.' },
  })
  return 'busy'
}

/** Begins news of the largest size from one network, whose bodies nobody sends. */
async function beginNews(ip: string, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const come = requestsCome(count)
  for (const socket of sockets) socket.write(newsHead(fresh(), announcing(paymentEventBytesMax), from(ip)))
  await come
  return sockets
}

test('C1: of news of payments 4 MB are taken at a time from one network, and 8 MB in all, of which those with most make room', async () => {
  const ofNetwork = paymentEventBytesOfNetworkMax / paymentEventBytesMax
  const sockets = await beginNews('10.3.0.1', ofNetwork)
  expect(sockets).toHaveLength(4)
  expect(await smallNews('10.3.0.1')).toBe('busy')
  expect(await smallNews('10.3.0.2')).toBe('read')
  sockets[0].destroy()
  await expect.poll(() => smallNews('10.3.0.1')).toBe('read')

  const others = [...(await beginNews('10.3.0.1', 1)), ...(await beginNews('10.3.0.2', ofNetwork))]
  expect(sockets.length - 1 + others.length).toBe(paymentEventBytesOfAllMax / paymentEventBytesMax)
  const ended = answersOf([...sockets.slice(1), ...others])
  expect(await smallNews('10.3.0.3')).toBe('read')
  await expect
    .poll(() => ended)
    .toEqual([expect.stringMatching(/^HTTP\/1\.1 503 .*\r\nretry-after: 5\r\n.*"code":"not_ready"/s)])
  for (const socket of [...sockets, ...others]) socket.destroy()
})

/** Bytes of all that is still in use. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test.each(['/api/verifications', '/webhooks/payments'])(
  'C1: a body to %s whose pieces have a byte each takes no more memory than in one piece',
  async (path) => {
    const count = 300_000
    const pieces = '1\r\n \r\n'.repeat(count)
    const signed = `Stripe-Signature: ${fresh()}`
    const head = uploadHead(await server.signUp(), 'Transfer-Encoding: chunked', signed).replace(
      '/api/verifications',
      path,
    )
    const accepted = once(server.app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    const [taken]: Socket[] = await accepted
    const before = bytesInUse()
    socket.write(head + pieces)
    await expect.poll(() => taken?.bytesRead, { timeout: 20_000 }).toBe(head.length + pieces.length)
    expect(bytesInUse() - before).toBeLessThan(30 * count)
    socket.destroy()
  },
  60_000,
)

test.each([
  ['taken', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n', 400, 'verification_body'],
  ['no JSON', 'Transfer-Encoding: chunked', '1\r\n{\r\n0\r\n\r\n', 400, 'invalid_json'],
  ['too large', announcing(imageBodyBytesMax + 1), '', 413, 'body_too_large'],
])('C1: a body that was %s takes no room from those after it', async (_, line, body, status, code) => {
  const account = await server.signUp()
  // Each of them counts as one of the largest, of which there is room for four.
  for (let count = 0; count < 5; count++)
    expect(await exchange(uploadHead(account, line) + body)).toMatchObject({ status, body: { code } })
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a folded header', request('/health', ['X: a', ' b'])],
  ['a length and chunks', request('/health', ['Content-Length: 1', 'Transfer-Encoding: chunked'])],
  ['a NUL in a header', request('/health', ['X: a\0b'])],
  ['a NUL in the path', request('/hea\0lth')],
  ['a space in the path', request('/hea lth')],
])('D8: what is not well-formed (%s) is refused, in the form of every other error', async (_, bytes) => {
  expect(await exchange(bytes)).toEqual({
    status: 400,
    body: { code: 'bad_request', error: 'The request could not be read: it is not well-formed HTTP.' },
  })
})

test('D8: headers have 10 seconds, small bodies 30 and uploads 120; an idle connection is kept for 5', () => {
  expect(requestTimes).toEqual({
    headersMs: 10_000,
    bodyMs: 30_000,
    uploadMs: 120_000,
    roomMs: 20_000,
    stalledMs: 120_000,
  })
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 5_000,
  })
})

test('D8: a connection that stays idle after its answer is closed', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\nkeep-alive: timeout=5\r\n/is)
})

test('D8: a request whose headers never end is cut off, in the form of every other error', async () => {
  expect(await exchange('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toEqual({
    status: 408,
    body: { code: 'request_timeout', error: 'The request did not arrive in time.' },
  })
})

test('D8: a request with two Host headers is refused, whatever they say', async () => {
  for (const line of ['Host: localhost', 'host: example.org']) {
    expect(await exchange(request('/health', [line]))).toEqual({
      status: 400,
      body: { code: 'bad_request', error: 'The request could not be read: it has more than one Host header.' },
    })
  }
})

test('D8: the address of another server is refused, and so are methods that no call has', async () => {
  const closing = ['Host: localhost', 'Connection: close', '', ''].join('\r\n')
  expect(await exchange(`GET http://example.org/health HTTP/1.1\r\n${closing}`)).toMatchObject({ status: 400 })
  expect(await exchange(`TRACE /health HTTP/1.1\r\n${closing}`)).toMatchObject({ status: 405 })
  // What asks for a tunnel has its connection closed.
  const tunnel = connect(port, '127.0.0.1')
  await once(tunnel, 'connect')
  tunnel.write(`CONNECT example.org:443 HTTP/1.1\r\n${closing}`)
  expect(await text(tunnel)).toBe('')
})
