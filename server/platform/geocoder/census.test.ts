import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { checkGeocoder } from '../../../test/support/platform/geocoder-checks.ts'
import type { CensusOptions } from './census.ts'
import { type Geocoder, openGeocoder } from './geocoder.ts'

const empireState = '350 5th Ave, New York, NY 10118'
const rooftop = {
  kind: 'found',
  query: empireState,
  latitude: 40.748441,
  longitude: -73.985664,
  precision: 'rooftop',
  city: 'NEW YORK',
  state: 'NY',
}
const offline = {
  kind: 'found',
  query: empireState,
  latitude: 40.749,
  longitude: -73.9865,
  precision: 'zip',
  city: 'New York',
  state: 'NY',
}

const match = {
  matchedAddress: '350 5TH AVE, NEW YORK, NY, 10118',
  coordinates: { x: -73.9856643, y: 40.7484412 },
  addressComponents: { zip: '10118', state: 'NY', city: 'NEW YORK' },
}
const answerOf = (...addressMatches: object[]) => JSON.stringify({ result: { addressMatches } })

type Behavior = (request: IncomingMessage, response: ServerResponse) => void
const send =
  (body: string, status = 200): Behavior =>
  (_, response) =>
    response.writeHead(status).end(body)
const hang: Behavior = () => {}

interface Service {
  geocoder: Geocoder
  /** Addresses requested so far. */
  asked: string[]
  warnings: string[]
  behave(behavior: Behavior): void
  stop(): Promise<void>
}

/** A service in the shape of the Census's on loopback, and a geocoder that asks it. */
async function start(first: Behavior, options: CensusOptions = {}): Promise<Service> {
  let behavior = first
  const asked: string[] = []
  const warnings: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback')
    const isExpected =
      url.pathname === '/geocoder/locations/onelineaddress' &&
      url.searchParams.get('benchmark') === 'Public_AR_Current' &&
      url.searchParams.get('format') === 'json'
    asked.push(isExpected ? (url.searchParams.get('address') ?? '') : url.href)
    behavior(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const warn = (reason: string) => void warnings.push(reason)
  const service = new URL(`http://127.0.0.1:${port}/geocoder/`)
  const geocoder = openGeocoder({ kind: 'census', service }, { warn, ...options })
  return {
    geocoder,
    asked,
    warnings,
    behave(next) {
      behavior = next
    },
    async stop() {
      geocoder.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.stop()
})

/** As `start`, and stops after the test. */
async function serve(behavior: Behavior, options?: CensusOptions): Promise<Service> {
  const service = await start(behavior, options)
  started.push(service)
  return service
}

/** A geocoder that takes its service along when it closes. */
async function openOver(behavior: Behavior): Promise<Geocoder> {
  const { geocoder, stop } = await start(behavior)
  return { ...geocoder, close: () => void stop() }
}

checkGeocoder('census: over a service that knows no address', () => openOver(send(answerOf())))
checkGeocoder('census: over a service that fails', () => openOver(send('no', 500)))

describe('census:', () => {
  it('answers a street address by its rooftop, in the words of the caller', async () => {
    const { geocoder, asked } = await serve(send(answerOf(match)))
    expect(
      await geocoder.locate({ address: '350 5th Ave', city: 'New York', state: 'NY', postalCode: '10118' }),
    ).toEqual(rooftop)
    expect(asked).toEqual([empireState])
  })

  it.each([
    [{ postalCode: '10118' }],
    [{ address: '10118' }],
    [{ address: 'New York, NY' }],
    [{ city: 'New York', state: 'NY' }],
    [{ state: 'NY' }],
    [{ address: 'PO Box 12, New York, NY' }],
    [{ address: 'Dr Smith near the park, New York, NY' }],
    [{ address: '350 5th Ave, New York, NY 10118', state: 'CA' }],
    [{ address: '10 Downing Street, London, UK' }],
  ])('does not send %j, which has no street and house number, contradicts itself or lies abroad', async (query) => {
    const { geocoder, asked } = await serve(send(answerOf(match)))
    await geocoder.locate(query)
    expect(asked).toEqual([])
  })

  it('places an address that offline cannot', async () => {
    const { geocoder } = await serve(send(answerOf(match)))
    expect(await geocoder.locate({ address: '350 5th Ave, Midtown' })).toMatchObject({ precision: 'rooftop' })
  })

  it('sends the state it took a city to be in along with the street', async () => {
    const { geocoder, asked } = await serve(send(answerOf(match)))
    await geocoder.locate({ address: '350 5th Ave, New York', state: 'NY' })
    await geocoder.locate({ address: '1 Beacon St, Boston' })
    expect(asked).toEqual(['350 5th Ave, New York, NY', '1 Beacon St, Boston, MA'])
  })

  it('ignores a match in another state than the requested one', async () => {
    const { geocoder } = await serve(send(answerOf({ ...match, addressComponents: { state: 'TX', city: 'NEW YORK' } })))
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
  })

  it('asks once for the same address, however it is written, and again when the answer is a day old', async () => {
    let now = 0
    const { geocoder, asked } = await serve(send(answerOf(match)), { now: () => now })
    await geocoder.locate({ address: empireState })
    now = 24 * 60 * 60 * 1000
    await geocoder.locate({ address: empireState.toUpperCase() })
    expect(asked).toHaveLength(1)
    now += 1
    await geocoder.locate({ address: empireState })
    expect(asked).toHaveLength(2)
  })

  it('remembers that the service knows no such address', async () => {
    const { geocoder, asked } = await serve(send(answerOf()))
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
    expect(asked).toHaveLength(1)
  })

  it('keeps no more answers than its limit, and those used last', async () => {
    const { geocoder, asked } = await serve(send(answerOf(match)), { cachedMax: 2 })
    for (const house of [1, 2, 1, 3, 1, 2]) await geocoder.locate({ address: `${house} 5th Ave, New York, NY` })
    expect(asked.map((address) => address[0])).toEqual(['1', '2', '3', '2'])
  })

  it('asks once for an address that many ask for at the same time', async () => {
    const { geocoder, asked } = await serve(send(answerOf(match)))
    const answers = await Promise.all(Array.from({ length: 20 }, () => geocoder.locate({ address: empireState })))
    expect(answers).toEqual(Array.from({ length: 20 }, () => rooftop))
    expect(asked).toHaveLength(1)
  })

  it('places offline at once what comes on top of the requests it may have under way', async () => {
    const waiting: ServerResponse[] = []
    const { geocoder, asked } = await serve((_, response) => void waiting.push(response), { concurrentMax: 2 })
    const first = [1, 2].map((house) => geocoder.locate({ address: `${house} 5th Ave, New York, NY 10118` }))
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
    await eventually(() => expect(waiting).toHaveLength(2))
    for (const response of waiting) response.end(answerOf(match))
    expect(await Promise.all(first)).toMatchObject([{ precision: 'rooftop' }, { precision: 'rooftop' }])
    expect(asked).toHaveLength(2)
  })
})

describe('census: places offline', () => {
  const badMatch = (change: object) => send(answerOf({ ...match, ...change }))
  const broken: [string, Behavior, RegExp][] = [
    ['an error of the service', send('{}', 500), /expected status 200; got 500/],
    ['a refusal', send('{}', 429), /got 429/],
    ['a page instead of JSON', send('<html>'), /JSON/],
    ['an empty answer', send(''), /JSON/],
    ['another shape', send('{"result":{}}'), /addressMatches/],
    ['null', send('null'), /object/],
    ['coordinates that are text', badMatch({ coordinates: { x: '-73', y: '40' } }), /expected number/],
    ['coordinates off the map', badMatch({ coordinates: { x: -73, y: 400 } }), /90/],
    ['a body without end', (_, response) => pour(response), /at most 131072 bytes/],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), /fetch failed/],
    ['a connection that breaks', (request) => request.socket.destroy(), /fetch failed/],
    [
      'half an answer',
      (_, response) => {
        response.write('{"result"')
        response.socket?.end()
      },
      /terminated/,
    ],
  ]

  it.each(broken)('what the service answers with %s', async (_, behavior, reason) => {
    const { geocoder, warnings } = await serve(behavior)
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
    expect(warnings).toEqual([expect.stringMatching(reason)])
    expect(warnings.join()).not.toContain('5th')
  })

  it('what the service does not answer in time', async () => {
    const { geocoder, warnings } = await serve(hang, { timeoutMs: 20 })
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
    expect(warnings).toEqual([expect.stringMatching(/timeout/)])
  })

  it('what the service begins to answer but does not finish in time', async () => {
    const { geocoder } = await serve((_, response) => void response.write('{'), { timeoutMs: 50 })
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
  })

  it('what is asked when there is no service', async () => {
    const geocoder = openGeocoder({ kind: 'census', service: new URL('http://127.0.0.1:1/geocoder') })
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
  })

  it('what is under way and what comes after it is closed', async () => {
    const { geocoder, asked } = await serve(hang)
    const underWay = geocoder.locate({ address: empireState })
    await eventually(() => expect(asked).toHaveLength(1))
    geocoder.close()
    expect(await underWay).toEqual(offline)
    expect(await geocoder.locate({ address: empireState })).toEqual(offline)
    expect(asked).toHaveLength(1)
  })

  it('everything for a while after five failures in a row, then asks again', async () => {
    let now = 0
    const { geocoder, asked, behave } = await serve(send('', 503), { now: () => now, pauseMs: 1000 })
    const ask = (house: number) => geocoder.locate({ address: `${house} 5th Ave, New York, NY 10118` })
    for (let house = 1; house <= 7; house++) await ask(house)
    expect(asked).toHaveLength(5)
    now = 1000
    await ask(8)
    await ask(9)
    expect(asked).toHaveLength(6)
    now = 2000
    behave(send(answerOf(match)))
    expect(await ask(10)).toMatchObject({ precision: 'rooftop' })
    behave(send('', 503))
    await ask(11)
    await ask(12)
    expect(asked).toHaveLength(9)
  })
})

/** Writes until the other side hangs up. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(16 * 1024)));
  }
  response.on('drain', more)
  more()
}
