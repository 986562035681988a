import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestTlsServer, type TestTlsServer } from '../../test/support/platform/test-tls-server.ts'
import { isPublicAddress, requestPublic } from './public-request.ts'

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
      else if (request.url === '/head') response.flushHeaders()
      else if (request.url === '/dripping') {
        const dripping = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(dripping))
      } else response.setHeader('content-type', 'text/plain').end(`${request.method} ${Buffer.concat(chunks)}`)
    })
  })
})
afterAll(() => server.close())

type Callback = (error: null, addresses: LookupAddress[]) => void

/** A look-up that finds these addresses for every name. */
const answering = (addresses: string[]) => (_: string, __: LookupAllOptions, callback: Callback) =>
  callback(
    null,
    addresses.map((address) => ({ address, family: isIP(address) })),
  )

const at = (path: string, host = 'localhost') => new URL(`https://${host}:${server.port}${path}`)
const here = () => ({ isAllowed: () => true, ca: server.ca })

describe('a request to a foreign server', () => {
  it('D2: is sent and answered, whatever the status, and follows nothing', async () => {
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

  it.each([
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['2606:4700::1111', '8.8.8.8', 'fd00::1']],
    [['8.8.8.8', '::ffff:127.0.0.1']],
    [[]],
  ])('D2: does not connect to a name of the addresses %j, whichever of them would be taken', async (addresses) => {
    const asked = requestPublic(at('/'), { method: 'GET', ...limits }, { ca: server.ca, lookUp: answering(addresses) })
    await expect(asked).rejects.toThrow('localhost is not an address on the public internet')
  })

  it('D2: connects to the address that it looked at, though the name leads elsewhere a moment later', async () => {
    const asked: string[] = []
    const trust = {
      isAllowed: (address: string) => address === '127.0.0.1',
      ca: server.ca,
      lookUp: (hostname: string, options: LookupAllOptions, callback: Callback) => {
        asked.push(hostname)
        answering([asked.length === 1 ? '127.0.0.1' : '10.0.0.1'])(hostname, options, callback)
      },
    }
    expect(await requestPublic(at('/'), { method: 'GET', ...limits }, trust)).toMatchObject({ status: 200 })
    expect(asked).toEqual(['localhost'])
    await expect(requestPublic(at('/'), { method: 'GET', ...limits }, trust)).rejects.toThrow(/public internet/)
  })

  it('D2: asks by https alone', async () => {
    const asked = requestPublic(new URL('http://example.org/'), { method: 'GET', ...limits })
    await expect(asked).rejects.toThrow('expected an https address; got http:')
  })

  it('D2: takes bytes up to its limit', async () => {
    const asked = requestPublic(at('/long'), { method: 'GET', ...limits }, here())
    await expect(asked).rejects.toThrow(/more than 1000 bytes/)
  })

  it.each([
    ['says nothing', '/silent'],
    ['says no more than its head', '/head'],
    ['says a byte now and then', '/dripping'],
  ])('D2: gives up on one who %s', async (_, path) => {
    const asked = requestPublic(at(path), { method: 'GET', timeoutMs: 300, bytesMax: 1_000 }, here())
    await expect(asked).rejects.toThrow(/could not be asked: it took longer than 0\.3 s$/)
  })

  it('trusts no certificate without a known authority', async () => {
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
