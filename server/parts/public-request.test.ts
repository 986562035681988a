import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress, requestPublic } from './public-request.ts'
import { startTestTlsServer, type TestTlsServer } from './test-tls-server.ts'

const limits = { timeoutMs: 5_000, bytesMax: 1_000 }
let server: TestTlsServer

beforeAll(async () => {
  server = await startTestTlsServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/long') response.end('x'.repeat(2_000))
      else if (request.url === '/moved') response.writeHead(302, { location: 'https://example.org/' }).end()
      else if (request.url === '/silent') return
      else response.setHeader('content-type', 'text/plain').end(`${request.method} ${Buffer.concat(chunks)}`)
    })
  })
})
afterAll(() => server.close())

const at = (path: string, host = 'localhost') => new URL(`https://${host}:${server.port}${path}`)
const here = () => ({ isAllowed: () => true, ca: server.ca })

describe('asking a server of somebody else', () => {
  it('D2: sends and answers, whatever the status, and follows nothing', async () => {
    expect(await requestPublic(at('/'), { method: 'POST', body: 'hello', ...limits }, here())).toEqual({
      status: 200,
      contentType: 'text/plain',
      body: Buffer.from('POST hello'),
    })
    expect(await requestPublic(at('/moved'), { method: 'GET', ...limits }, here())).toMatchObject({ status: 302 })
  })

  it.each(['localhost', '127.0.0.1'])('D2: does not connect to %s, by name or by number', async (host) => {
    const asked = requestPublic(at('/', host), { method: 'GET', ...limits }, { ca: server.ca })
    await expect(asked).rejects.toThrow(/is not an address on the public internet/)
  })

  it('D2: asks by https alone', async () => {
    const asked = requestPublic(new URL('http://example.org/'), { method: 'GET', ...limits })
    await expect(asked).rejects.toThrow('expected an https address; got http:')
  })

  it('D2: takes no more bytes than it may', async () => {
    const asked = requestPublic(at('/long'), { method: 'GET', ...limits }, here())
    await expect(asked).rejects.toThrow(/more than 1000 bytes/)
  })

  it('D2: gives up on one who says nothing', async () => {
    const asked = requestPublic(at('/silent'), { method: 'GET', timeoutMs: 100, bytesMax: 10 }, here())
    await expect(asked).rejects.toThrow(/could not be asked/)
  })

  it('trusts no certificate that nobody vouches for', async () => {
    const asked = requestPublic(at('/'), { method: 'GET', ...limits }, { isAllowed: () => true })
    await expect(asked).rejects.toThrow(/certificate/)
  })

  it.each(['8.8.8.8', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'D2: takes %s for an address of the internet',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    ...[
      '127.0.0.1',
      '10.1.1.1',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.1.1',
      '0.0.0.0',
      '255.255.255.255',
      '224.0.0.1',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
    ],
    ...['', 'localhost', '1.2.3'],
  ])('does not take %j for one', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
