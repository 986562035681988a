import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { createServer, isIP, type Socket } from 'node:net'
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
    await expect(asked).rejects.toThrow(/^the host .+ is not on the public internet$/)
  })

  it.each([
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['2606:4700::1111', '8.8.8.8', 'fd00::1']],
    [['8.8.8.8', '::ffff:127.0.0.1']],
    [[]],
  ])('D2: does not connect to a name of the addresses %j, whichever of them would be taken', async (addresses) => {
    const asked = requestPublic(at('/'), { method: 'GET', ...limits }, { ca: server.ca, lookUp: answering(addresses) })
    await expect(asked).rejects.toThrow('the host localhost is not on the public internet')
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
    await expect(asked).rejects.toThrow(/^the server at localhost:\d+ took longer than 0\.3 s to answer$/)
  })

  it('trusts no certificate without a known authority', async () => {
    const asked = requestPublic(at('/'), { method: 'GET', ...limits }, { isAllowed: () => true })
    await expect(asked).rejects.toThrow(
      /^the TLS certificate of localhost:\d+ is not valid: self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
    )
  })

  it('D2: is refused with words that its user understands, and the code for support', async () => {
    const unknown = new URL('https://praxidex.invalid/')
    const lookUp = (_: string, __: LookupAllOptions, callback: (error: Error, addresses: LookupAddress[]) => void) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND praxidex.invalid'), { code: 'ENOTFOUND' }), [])
    await expect(requestPublic(unknown, { method: 'GET', ...limits }, { lookUp })).rejects.toThrow(
      /^the host name praxidex\.invalid was not found \(ENOTFOUND\)$/,
    )
    const trust = { ...here(), lookUp: answering(['127.0.0.1']) }
    await expect(requestPublic(at('/', 'example.org'), { method: 'GET', ...limits }, trust)).rejects.toThrow(
      /^the TLS certificate of example\.org:\d+ is for another host name \(ERR_TLS_CERT_ALTNAME_INVALID\)$/,
    )
    const behaviors: [(socket: Socket) => void, RegExp][] = [
      [(socket) => socket.destroy(), /^the server at localhost:\d+ closed the connection .+ \(ECONNRESET\)$/],
      [(socket) => socket.end('220 mail\r\n'), /^the server at localhost:\d+ made no TLS connection \(\w+\)$/],
    ]
    for (const [behave, words] of behaviors) {
      const odd = createServer((socket) => socket.on('error', () => {}).once('data', () => behave(socket)))
      await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
      const url = new URL(`https://localhost:${Object(odd.address()).port}/`)
      await expect(requestPublic(url, { method: 'GET', ...limits }, here())).rejects.toThrow(words)
      await new Promise((resolve) => odd.close(resolve))
      await expect(requestPublic(url, { method: 'GET', ...limits }, here())).rejects.toThrow(
        /^the server at localhost:\d+ refused the connection \(ECONNREFUSED\)$/,
      )
    }
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
