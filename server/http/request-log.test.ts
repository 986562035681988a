import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, { logLevel: 'info' })
})
afterAll(() => server.close())

/** The last line about an answer. */
const lastLine = () =>
  server
    .logged()
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .at(-1)

test('every answer has a line with its route, status, time, request id and account', async () => {
  const { headers } = await server.get('/api/doctors?name=canary&limit=1')
  await eventually(() =>
    expect(lastLine()).toMatchObject({
      msg: 'answered',
      method: 'GET',
      route: '/api/doctors',
      status: 200,
      ms: expect.any(Number),
      reqId: headers['x-request-id'],
      accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  )
  expect(server.logged()).not.toContain('canary')
})

test('a session is logged with its account, and a call without one with none', async () => {
  const account = await server.signUp()
  await server.get('/me', account.headers)
  expect(lastLine()).toMatchObject({ route: '/me', accountId: expect.any(String) })
  await server.get('/me', { authorization: 'Bearer x' })
  expect(lastLine()).toMatchObject({ route: '/me', status: 401 })
  expect(lastLine()).not.toHaveProperty('accountId')
})

test('F1: a path without a route is not repeated', async () => {
  await server.get('/canary/pdx_0')
  expect(lastLine()).toMatchObject({ route: 'none', status: 404 })
  expect(server.logged()).not.toContain('canary')
})

test('probes are not logged at the level info', async () => {
  const before = server.logged()
  await server.get('/health')
  await server.get('/ready')
  expect(server.logged()).toBe(before)
})

test('a request that does not come whole has a line too, without a status', async () => {
  const socket = connect(await server.listen(), '127.0.0.1')
  const head = 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100'
  socket.write(`${head}\r\n\r\n{"email":"canary`)
  await once(socket, 'connect')
  socket.destroy()
  await eventually(() => expect(lastLine()).toMatchObject({ msg: 'broken off', method: 'POST', route: '/login' }))
  expect(lastLine()).not.toHaveProperty('status')
  expect(server.logged()).not.toContain('canary')
})
