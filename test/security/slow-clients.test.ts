/** Clients that take their time, or send what cannot be read, cost nobody else an answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const slowClients = 1_000

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  port = await server.listen()
})
afterAll(() => server.close())

interface Client {
  socket: Socket
  answer: string
  isClosed: boolean
}

async function open(bytes: string): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  const client: Client = { socket, answer: '', isClosed: false }
  socket.on('data', (chunk) => {
    client.answer += String(chunk)
  })
  // What the server cuts may be seen as a reset.
  socket.on('error', () => {})
  socket.on('close', () => {
    client.isClosed = true
  })
  await once(socket, 'connect')
  socket.write(bytes)
  return client
}

async function search(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/doctors?limit=1`, { headers: { 'api-key': server.apiKey } })
  await answer.arrayBuffer()
  return answer.status
}

test(`${slowClients} clients that send their headers byte by byte hold up nobody else, and are cut off`, async () => {
  const beginning = 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
  const clients = await Promise.all(Array.from({ length: slowClients }, () => open(beginning)))
  const dripping = setInterval(() => {
    for (const { socket, isClosed } of clients) if (!isClosed) socket.write('a')
  }, 500)
  const statuses: number[] = []
  // Until the server has enough of the first of them, which is after ten seconds.
  while (clients.every(({ isClosed }) => !isClosed)) statuses.push(await search())
  expect(statuses.length).toBeGreaterThan(20)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await expect.poll(() => clients.filter(({ isClosed }) => !isClosed).length, { timeout: 30_000 }).toBe(0)
  clearInterval(dripping)
  expect(new Set(clients.map(({ answer }) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']))
  expect(await search()).toBe(200)
}, 90_000)

test.each([
  ['a length that is no number', 'zz\r\n'],
  ['more bytes than announced', '1\r\nabc\r\n0\r\n\r\n'],
  ['an extension without end', `1;${'a'.repeat(20_000)}`],
])('a body in chunks with %s is refused and closes its connection alone', async (_, chunks) => {
  const head = [
    'POST /login HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ]
  const other = await open('GET /health HTTP/1.1\r\nHost: localhost\r\n')
  const client = await open([...head, '', chunks].join('\r\n'))
  await expect.poll(() => client.isClosed, { timeout: 20_000 }).toBe(true)
  expect(client.answer).toMatch(/^HTTP\/1\.1 4(00|13|31) /)
  other.socket.write('Connection: close\r\n\r\n')
  await expect.poll(() => other.isClosed, { timeout: 20_000 }).toBe(true)
  expect(other.answer).toMatch(/^HTTP\/1\.1 200 /)
})
