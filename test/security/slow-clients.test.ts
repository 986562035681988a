/** Clients that take their time, or send what cannot be read, cost nobody else an answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestTimes } from '#server/http/request-limits'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const slowClients = 1_000

/** Ask for much, and take none of it. */
const deafClients = 50
const callsOfDeaf = 60

/**
 * Bodies and answers have less than the real times, and enough for a busy machine to answer a good deal of others
 * meanwhile.
 */
const moments: RequestTimes = { headersMs: 10_000, bodyMs: 10_000, uploadMs: 600_000, roomMs: 0, stalledMs: 10_000 }

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer(undefined, {}, undefined, undefined, { requestTimes: moments })
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

/** What the others are answered until `isOver`, which has to be a good deal. */
async function othersUntil(isOver: () => boolean): Promise<void> {
  const statuses: number[] = []
  while (!isOver()) statuses.push(await search())
  expect(statuses.length).toBeGreaterThan(20)
  expect(new Set(statuses)).toEqual(new Set([200]))
}

test.each([
  ['headers', 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  [
    'a body',
    'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
  ],
])(
  `D8: ${slowClients} clients that send %s byte by byte hold up nobody else, and are cut off`,
  async (_, beginning) => {
    // All are connected before the time of the first begins.
    const clients = await Promise.all(Array.from({ length: slowClients }, () => open('')))
    for (const { socket } of clients) socket.write(beginning)
    const dripping = setInterval(() => {
      for (const { socket, isClosed } of clients) if (!isClosed) socket.write('a')
    }, 500)
    // Until the server has enough of the first of them.
    await othersUntil(() => clients.some(({ isClosed }) => isClosed))
    await expect.poll(() => clients.filter(({ isClosed }) => !isClosed).length, { timeout: 30_000 }).toBe(0)
    clearInterval(dripping)
    expect(new Set(clients.map(({ answer }) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']))
    expect(await search()).toBe(200)
  },
  90_000,
)

test(`D8: ${deafClients} clients that ask ${callsOfDeaf} times at once and take no answer hold up nobody else, and are cut off`, async () => {
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    )
  const asking = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(callsOfDeaf)
  const clients = await Promise.all(Array.from({ length: deafClients }, () => open(asking)))
  for (const { socket } of clients) socket.pause()
  await expect.poll(connections, { timeout: 10_000 }).toBeGreaterThanOrEqual(deafClients)
  let left = deafClients
  const looking = setInterval(async () => {
    left = await connections()
  }, 100)
  await othersUntil(() => left < deafClients)
  await expect.poll(() => left, { timeout: 30_000 }).toBeLessThan(5)
  clearInterval(looking)
  for (const { socket } of clients) socket.destroy()
})

test.each([
  ['a length that is no number', 'zz\r\n'],
  ['more bytes than announced', '1\r\nabc\r\n0\r\n\r\n'],
  ['an extension without end', `1;${'a'.repeat(20_000)}`],
])('D8: a body in chunks with %s is refused and closes its connection alone', async (_, chunks) => {
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
