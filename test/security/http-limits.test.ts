/** Limits on requests that only a socket can show: what is not well-formed, too slow or too large. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
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

test('C1: a body of many megabytes is not even read of a caller without a key', async () => {
  const form = ['Host: localhost', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 14000000']
  // No byte of the body is ever sent.
  const call = (...lines: string[]) =>
    exchange(['POST /api/verifications HTTP/1.1', ...form, ...lines, '', ''].join('\r\n'))
  expect(await call()).toMatchObject({ status: 401, body: { code: 'key_missing' } })
  expect(await call(`api-key: ${server.unknownKey}`)).toMatchObject({ status: 401, body: { code: 'key_unknown' } })
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a folded header', request('/health', ['X: a', ' b'])],
  ['a length and chunks', request('/health', ['Content-Length: 1', 'Transfer-Encoding: chunked'])],
  ['a NUL in a header', request('/health', ['X: a\0b'])],
  ['a space in the path', request('/hea lth')],
])('D8: what is not well-formed (%s) is refused, in the form of every other error', async (_, bytes) => {
  expect(await exchange(bytes)).toEqual({
    status: 400,
    body: { code: 'bad_request', error: 'The request could not be read: it is not well-formed HTTP.' },
  })
})

test('D8: a request whose headers never end is cut off, in the form of every other error', async () => {
  expect(await exchange('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toEqual({
    status: 408,
    body: { code: 'request_timeout', error: 'The request did not arrive in time.' },
  })
}, 20_000)

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
