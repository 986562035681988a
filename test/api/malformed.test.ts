import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A query no search may accept, and the parameter its sentence must name. */
const malformed: [query: string, parameter: string][] = [
  ['latitude=40.7', 'longitude'],
  ['longitude=-74', 'latitude'],
  ['latitude=91&longitude=0', 'latitude'],
  ['latitude=-90.0001&longitude=0', 'latitude'],
  ['latitude=0&longitude=180.5', 'longitude'],
  ['latitude=-0&longitude=0', 'latitude'],
  ['latitude=0&longitude=-0.00', 'longitude'],
  ['latitude=-.0&longitude=0', 'latitude'],
  ['latitude=NaN&longitude=0', 'latitude'],
  ['latitude=Infinity&longitude=0', 'latitude'],
  ['latitude=1e1&longitude=0', 'latitude'],
  ['latitude=0x10&longitude=0', 'latitude'],
  ['latitude=&longitude=0', 'latitude'],
  ['latitude=40,7&longitude=0', 'latitude'],
  ['latitude=40&latitude=41&longitude=0', 'latitude'],
  ['latitude=40&longitude=-74&state=NY', 'state'],
  ['latitude=40&longitude=-74&address=Boston,%20MA', 'address'],
  ['postalCode=10001&radius=0', 'radius'],
  ['postalCode=10001&radius=-1', 'radius'],
  ['postalCode=10001&radius=-0', 'radius'],
  ['postalCode=10001&radius=25.01', 'radius'],
  ['postalCode=10001&radius=1e309', 'radius'],
  ['postalCode=10001&radius=ten', 'radius'],
  ['postalCode=10001&radius=', 'radius'],
  ['radius=5', 'radius'],
  ['postalCode=1234', 'postalCode'],
  ['postalCode=123456', 'postalCode'],
  ['postalCode=1000a', 'postalCode'],
  ['postalCode=00000', 'postalCode'],
  ['state=New%20York', 'state'],
  ['state=ZZ', 'state'],
  ['state=', 'state'],
  ['state=NY&state=NJ', 'state'],
  ['city=Boston', 'state'],
  ['city=&state=MA', 'city'],
  ['city=Nowhereville&state=MA', 'city'],
  ['postalCode=10001&state=CA', 'state'],
  ['address=', 'address'],
  [`address=${'a'.repeat(201)}`, 'address'],
  ['address=the%20moon', 'address'],
  ['address=a%00b', 'address'],
  ['name=', 'name'],
  ['name=%20%20', 'name'],
  [`name=${'a'.repeat(201)}`, 'name'],
  ['name=a&name=b', 'name'],
  ['specialty=', 'specialty'],
  ['specialty=qwertyuiopasdf', 'specialty'],
  ['npi=123', 'npi'],
  ['npi=3234567890', 'npi'],
  ['npi=12345678931', 'npi'],
  ['npi=1234567893.0', 'npi'],
  ['npi=', 'npi'],
  ['npi=1234567893,', 'npi'],
  [`npi=${Array.from({ length: 101 }, (_, index) => 1_000_000_000 + index).join(',')}`, 'npi'],
  ['organizationId=12', 'organizationId'],
  ['organizationId=prv_0000000', 'organizationId'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=1e3', 'page'],
  ['page=10001', 'page'],
  ['page=401&limit=25', 'page'],
  ['page=9999999999', 'page'],
  ['limit=0', 'limit'],
  ['limit=26', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=10&limit=20', 'limit'],
  ['raduis=5', 'raduis'],
  ['api-key=pdx_x', 'api-key'],
  ['constructor=1', 'constructor'],
  ['__proto__=1', '__proto__'],
  ['npi[]=1234567893', 'npi[]'],
  ['latitude=40.&longitude=0', 'latitude'],
  ['name=!!', 'name'],
  ['name=a%0A', 'name'],
  ['name=%E1%85%9F%E2%80%8B', 'name'],
  ['name=a&nicknames=yes', 'nicknames'],
  ['nicknames=true', 'nicknames'],
]

const malformedForPeople: [query: string, parameter: string][] = [
  ['gender=X', 'gender'],
  ['gender=', 'gender'],
  ['gender=M&gender=F', 'gender'],
  ['credential=', 'credential'],
  [`credential=${'a'.repeat(201)}`, 'credential'],
  ['credential=M.D.,%20PH.D.', 'expected one credential'],
  ['credential=RN%20BSN', 'expected one credential'],
]

const resources = {
  doctors: [...malformed, ...malformedForPeople],
  individuals: [...malformed, ...malformedForPeople],
  organizations: [...malformed, ['gender=M', 'gender'], ['credential=MD', 'credential']] satisfies [string, string][],
}

describe.each(Object.entries(resources))('D4: GET /api/%s', (resource, cases) => {
  test.each(cases)('answers %s with 400 and a sentence that names the parameter', async (query, parameter) => {
    const answer = await server.get(`/api/${resource}?${query}`)
    expect(answer.body).toEqual({ error: expect.stringContaining(parameter), code: expect.stringMatching(/^[a-z_]+$/) })
    expect(answer.status).toBe(400)
  })

  test.each(['name=%zz', 'name=%', 'name=%ff%fe', 'name=%E0%A4%A'])(
    'answers the broken escape in ?%s with 400',
    async (query) => {
      expect(await server.get(`/api/${resource}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'bad_request' },
      })
    },
  )

  test('says which registry refused', async () => {
    const { headers } = await server.get(`/api/${resource}?page=0`)
    expect(headers).toMatchObject({
      'x-registry-version': expect.any(String),
      'x-registry-source-date': expect.any(String),
    })
  })

  test('names the nearest known parameter for an unknown one', async () => {
    const answer = await server.get(`/api/${resource}?raduis=5`)
    expect(answer.body).toEqual({
      error: 'Unknown parameter raduis; the nearest known one is radius.',
      code: 'unknown_parameter',
    })
  })

  test.each(['abc', '123', '1'.repeat(200), '12345678901', '3000000000', '1234567893x', '%00', '1234567893%20'])(
    'answers a look-up of %s with 400 and a sentence that names npi',
    async (npi) => {
      const answer = await server.get(`/api/${resource}/${npi}`)
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('npi') } })
    },
  )

  test.each(['%', '%zz', '%E0%A4%A'])('answers a path with the broken escape %s with 400', async (path) => {
    expect(await server.get(`/api/${resource}/${path}`)).toMatchObject({ status: 400 })
  })
})

test.each([
  ['the last page of doctors', '/api/doctors?limit=25&page=400', 200, undefined],
  ['the page behind it', '/api/doctors?limit=25&page=401', 400, 'page_too_deep'],
  ['a larger page of doctors', '/api/doctors?limit=26', 400, 'invalid_input'],
  ['the last page of verifications', '/api/verifications?limit=50&page=200', 200, undefined],
  ['the page behind that one', '/api/verifications?limit=50&page=201', 400, 'page_too_deep'],
  ['a larger page of verifications', '/api/verifications?limit=51', 400, 'invalid_input'],
  ['the largest radius', '/api/doctors?postalCode=10001&radius=25', 200, undefined],
  ['a name of 200 characters', `/api/doctors?name=${'a'.repeat(200)}`, 200, undefined],
  ['a longer name', `/api/doctors?name=${'a'.repeat(201)}`, 400, 'invalid_input'],
])('D4: %s may be asked for or is refused as beyond its limit', async (_, path, status, code) => {
  const answer = await server.get(path)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject(code === undefined ? {} : { code })
})

test('D4: reads an address of 200 characters, and refuses a longer one by its length', async () => {
  const codeOf = async (length: number) => {
    const { status, body } = await server.get(`/api/doctors?address=${'a'.repeat(length)}`)
    return { status, ...z.object({ code: z.string() }).parse(body) }
  }
  expect(await codeOf(200)).toEqual({ status: 400, code: 'place_not_found' })
  expect(await codeOf(201)).toEqual({ status: 400, code: 'invalid_input' })
})

test('D4: names the limit of the radius', async () => {
  expect((await server.get('/api/doctors?postalCode=10001&radius=25.01')).body).toEqual({
    code: 'invalid_input',
    error: expect.stringMatching(/^radius: expected .* at most 25; got "25\.01"\.$/),
  })
})

test.each([
  ['{', 400, 'invalid_json'],
  ['[]', 400, 'invalid_input'],
  ['null', 400, 'invalid_input'],
  ['"text"', 400, 'invalid_input'],
  ['{"email":"a@example.org","password":"a long walk","phone":"2125550101","admin":true}', 400, 'unknown_parameter'],
  ['{"email":"a@example.org","password":"a long walk","phone":"2125550101","__proto__":{}}', 400, 'invalid_json'],
  [
    '{"email":"a@example.org","password":"a long walk","phone":"2125550101","email":"b@example.org"}',
    400,
    'invalid_json',
  ],
  ['{"email":"no address","password":"a long walk","phone":"2125550101"}', 400, 'invalid_input'],
  ['{"email":"a@example.org","password":"short","phone":"2125550101"}', 400, 'invalid_input'],
  ['{"email":"a@example.org","password":"a long walk","phone":"call me"}', 400, 'invalid_input'],
  ['{"email":["a@example.org"],"password":"a long walk","phone":"2125550101"}', 400, 'invalid_input'],
  [`{"email":"${'a'.repeat(70_000)}"}`, 413, 'body_too_large'],
])('D7: answers POST /signup with the body %.60s with an error of its own', async (body, status, code) => {
  const answer = await server.post('/signup', body)
  expect(answer).toMatchObject({ status, body: { code } })
  expect(JSON.stringify(answer.body)).not.toContain('short')
})

test('D7: answers a body that is not JSON with 415', async () => {
  const answer = await server.post('/login', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
})

test.each([
  'text/plain',
  'application/json; charset=latin1',
  'application/json;charset="iso-8859-1"',
  'application/json; charset=utf-8; charset=utf-16',
  'application/jsonp',
])('D7: answers a body of the type %s with 415 and a sentence that repeats it', async (type) => {
  const answer = await server.post('/login', '{}', { 'content-type': type })
  expect(answer).toMatchObject({ status: 415, body: { error: expect.stringContaining(JSON.stringify(type)) } })
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;CHARSET="UTF-8"'])(
  'D7: reads a body of the type %s',
  async (type) => {
    const answer = await server.post('/login', '{}', { 'content-type': type })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  },
)

test.each(['gzip', 'br', 'deflate, identity', 'x'])(
  'answers a body in the encoding %s with 415, since it would be read as other bytes than were meant',
  async (encoding) => {
    const headers = { 'content-encoding': encoding }
    const refused = { status: 415, body: { code: 'unsupported_content_encoding' } }
    expect(await server.post('/login', '{}', headers)).toMatchObject(refused)
    expect(await server.post('/api/verifications', '{}', { ...headers, 'api-key': server.apiKey })).toMatchObject(
      refused,
    )
    expect(await server.post('/billing/webhook', '{}', headers)).toMatchObject(refused)
    expect(await server.post('/login', '{}', { 'content-encoding': 'Identity' })).toMatchObject({ status: 400 })
  },
)

test.each([
  ['/api/individuals/?limit=1'],
  ['/api/doctors/'],
  ['/api/doctors//reviews'],
  ['/api/verifications/'],
  ['/api/verifications//review'],
  ['/me/npi/'],
])('a path with nothing where a parameter belongs is no route, whoever asks: %s', async (path) => {
  for (const headers of [{ 'api-key': server.apiKey }, {}]) {
    const answer = await server.get(path, headers)
    expect(answer).toMatchObject({ status: 404, body: { code: 'no_such_route' } })
    expect(answer.headers).toHaveProperty('x-content-type-options')
  }
})

test.each(['Nu%F1ez', 'Nu%C3', '%C0%AFa', '%ED%A0%80', 'a%u00f1'])(
  'a query that is not UTF-8 is refused, not searched as it happens to be read: name=%s',
  async (name) => {
    for (const path of ['/api/individuals', '/api/doctors', '/api/organizations', '/plans', '/openapi.json']) {
      expect(await server.get(`${path}?name=${name}`)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    }
  },
)

test('D7: answers a body of no type at all with 415', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/login', payload: '{}' })
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 415,
    body: {
      code: 'unsupported_media_type',
      error: 'Content-Type must be application/json, in UTF-8; got nothing.',
    },
  })
})

test.each([
  ['lists', '['.repeat(10) + ']'.repeat(10), '['.repeat(11) + ']'.repeat(11)],
  ['objects', `${'{"a":'.repeat(10)}1${'}'.repeat(10)}`, `${'{"a":'.repeat(11)}1${'}'.repeat(11)}`],
])('D7: reads ten levels of %s and refuses eleven', async (_, ten, eleven) => {
  expect((await server.post('/login', ten)).body).not.toMatchObject({ code: 'invalid_json' })
  expect(await server.post('/login', eleven)).toEqual({
    status: 400,
    headers: expect.anything(),
    body: { code: 'invalid_json', error: expect.stringContaining('nested more than 10 levels deep') },
  })
})

/**
 * What is answered to more pieces than any call has; that it is about them shows that nobody has tried to take them
 * apart.
 */
const tooManyPieces = {
  status: 400,
  body: {
    code: 'invalid_json',
    error:
      'The body must be a JSON object: expected at most 10,000 quotation marks, commas and opening brackets; got more.',
  },
}

test.each([
  ['names', (count: number) => `{"${'","'.repeat(count / 3)}`],
  ['numbers', (count: number) => `[0${',0'.repeat(count)}]`],
  ['lists', (count: number) => '['.repeat(count)],
  ['quotation marks in a text', (count: number) => `{"email":"${'\\"'.repeat(count)}"}`],
])('D7: refuses a body of more than 10,000 %s, well-formed or not, before it is taken apart', async (_, make) => {
  expect(await server.post('/login', make(10_002))).toMatchObject(tooManyPieces)
  expect((await server.post('/login', make(9_000))).body).not.toMatchObject(tooManyPieces.body)
})

test('C1, D7: refuses as large a body as an image may have that is full of names', async () => {
  const names = Array.from({ length: 1_300_000 }, (_, index) => `"${index.toString(36)}":0`)
  expect(await server.post('/api/verifications', `{${names}}`, { 'api-key': server.apiKey })).toMatchObject({
    ...tooManyPieces,
    headers: { 'x-quota-remaining': 'unlimited' },
  })
})

test('D7: reads the longest request to support, also where it is made of quotation marks', async () => {
  const { headers } = await server.signUp()
  const body = { category: 'Other', description: '"'.repeat(5_000) }
  expect(await server.post('/me/support', body, headers)).toMatchObject({ status: 200 })
})

test.each([
  ['a byte that is none', Buffer.from([0xff])],
  ['half a character', Buffer.from([0xc3])],
  ['a character written too long', Buffer.from([0xc0, 0xaf])],
  ['half of a pair', Buffer.from([0xed, 0xa0, 0x80])],
])('D7: refuses a body that is no UTF-8: %s', async (_, bytes) => {
  const payload = Buffer.concat([
    Buffer.from('{"email":"a@example.org","password":"a long walk '),
    bytes,
    Buffer.from('"}'),
  ])
  const headers = { 'content-type': 'application/json' }
  const answer = await server.app.inject({ method: 'POST', url: '/login', headers, payload })
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 400,
    body: { code: 'invalid_json', error: expect.stringContaining('it is not in UTF-8') },
  })
})

/** Ends a line, turns the direction of writing, begins a new line on paper. */
const obeyed = ['%0A', '%E2%80%AE', '%E2%80%A8']

test.each([
  ...['address=12+Main+St', 'specialty=heart', 'city=Bo&state=NY&name=x', 'organizationId=org'].flatMap((query) =>
    obeyed.map((character) => query.replace(/=([^&]*)/, `=$1${character}x`)),
  ),
  ...obeyed.map((character) => `un${character}known=1`),
])('repeats of ?%s only what can be printed, and little of it', async (query) => {
  const answer = await server.get(`/api/doctors?${query}${'y'.repeat(100)}`)
  expect(answer.status).toBe(400)
  const { error } = z.object({ error: z.string() }).parse(answer.body)
  expect(error).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(error.length).toBeLessThan(400)
})

test.each(['api-key', 'API-KEY', 'apiKey', 'api_key'])(
  'B12: answers a key in the address, as %s, with 400 and where it belongs, whether or not the header has one',
  async (name) => {
    for (const headers of [{}, { 'api-key': server.apiKey }]) {
      const answer = await server.get(`/api/doctors?${name}=${server.apiKey}`, headers)
      expect(answer).toMatchObject({ status: 400, body: { code: 'key_in_query' } })
      expect(JSON.stringify(answer.body)).toContain('in the api-key header')
      expect(JSON.stringify(answer.body)).not.toContain(server.apiKey)
    }
  },
)
