/** A share as programs read it: an independent reader of SMART Health Links, and one with the published keys alone. */
import { randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { SHLInvalidPasscodeError, SHLManifestNotFoundError, SHLViewer } from 'kill-the-clipboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { statusListEntries } from '#contract/limits'
import { openSecrets } from '#server/platform/secrets'
import { signerOf } from '#server/shares/signer'
import { approvedFor, openedWith, sharedBy, sharesOf } from '../support/shares/share-calls.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin } from '../support/verification-calls.ts'

let server: TestServer
let admin: TestAccount
let ada: TestAccount
let approval: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
  ada = await server.signUp()
  approval = await approvedFor(server, ada, admin)
})
afterAll(() => server.close())

/** The requests of a reader, which go to the server under test. */
async function fetchFrom(url: string, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> {
  const answer = await server.app.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url: new URL(url).pathname,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { payload: body }),
  })
  return new Response(answer.body, { status: answer.statusCode })
}

const reader = (shlinkURI: string) => new SHLViewer({ shlinkURI, fetch: fetchFrom })
const passcode = '482913'
const recipient = 'A reader of links'

describe('G4: a SMART Health Link', () => {
  test('is read by an independent reader, which finds the clinician and a result for each check', async () => {
    const { share, shlink, token } = await sharedBy(server, ada, [approval], { passcode })
    const { shl } = reader(shlink)
    expect(shl).toMatchObject({ flag: 'P', label: expect.stringContaining('Verified credentials') })
    expect(shl.expirationDate?.getTime()).toBe(Math.floor(Date.parse(share.expiresAt) / 1000) * 1000)
    const { fhirResources } = await reader(shlink).resolveSHL({ recipient, passcode })
    const [bundle] = z.array(bundleForm).parse(fhirResources)
    const kinds = bundle?.entry.map(({ resource }) => resource.resourceType) ?? []
    const { credentials, clinician } = await openedWith(server, token, { passcode })
    expect(kinds.filter((kind) => kind === 'VerificationResult')).toHaveLength(credentials[0]?.checks.length ?? 0)
    expect(bundle?.entry[0]?.resource).toMatchObject({
      resourceType: 'Practitioner',
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: clinician.npi }],
    })
    const signature = bundle?.entry.at(-1)?.resource.signature?.[0]?.data ?? ''
    expect(await verified(Buffer.from(signature, 'base64').toString())).toMatchObject({ npi: clinician.npi })
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)?.views).toBe(2)
  })

  test('is refused with a wrong passcode, and not found once it is revoked', async () => {
    const { share, shlink } = await sharedBy(server, ada, [approval], { passcode })
    const wrong = reader(shlink).resolveSHL({ recipient, passcode: 'another' })
    await expect(wrong).rejects.toThrow(SHLInvalidPasscodeError)
    await server.post(`/me/shares/${share.id}/revoke`, {}, ada.headers)
    await expect(reader(shlink).resolveSHL({ recipient, passcode })).rejects.toThrow(SHLManifestNotFoundError)
  })

  test('opens nothing for a reader that takes no file of its length', async () => {
    const { share, shlink } = await sharedBy(server, ada, [approval], { viewsMax: 1 })
    const { url } = z.object({ url: z.string() }).parse(payloadOf(shlink))
    const refused = await server.post(new URL(url).pathname, { recipient, embeddedLengthMax: 100 })
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('or more') } })
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)?.views).toBe(0)
    expect(url.length).toBeLessThanOrEqual(128)
  })
})

const bundleForm = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(
    z.object({
      resource: z.looseObject({
        resourceType: z.string(),
        signature: z.array(z.object({ data: z.string() })).optional(),
      }),
    }),
  ),
})

function payloadOf(shlink: string): unknown {
  return JSON.parse(Buffer.from(shlink.slice('shlink:/'.length), 'base64url').toString())
}

const statusForm = z.object({ status_list: z.object({ idx: z.int(), uri: z.string() }) })
const listForm = z.object({
  sub: z.string(),
  ttl: z.int(),
  status_list: z.object({ bits: z.literal(1), lst: z.string() }),
})

async function verified(jwt: string) {
  const { keys } = api.jwks.output.parse((await server.get('/.well-known/jwks.json')).body)
  const { payload } = await jwtVerify(jwt, createLocalJWKSet({ keys }), { algorithms: ['ES256'] })
  return payload
}

/** What the published list says of an attestation. */
async function isRevoked(jwt: string): Promise<boolean> {
  const { idx, uri } = statusForm.parse((await verified(jwt)).status).status_list
  const answer = await server.app.inject(new URL(uri).pathname)
  expect(answer.headers['content-type']).toBe('application/statuslist+jwt')
  expect(decodeProtectedHeader(answer.body).typ).toBe('statuslist+jwt')
  const list = listForm.parse(await verified(answer.body))
  expect(list).toMatchObject({ sub: uri, ttl: 300 })
  const bits = inflateSync(Buffer.from(list.status_list.lst, 'base64url'))
  expect(8 * bits.length).toBe(statusListEntries)
  return ((bits[idx >> 3] ?? 0) & (1 << (idx & 7))) !== 0
}

describe('G4: an attestation', () => {
  test('is checked with the published keys alone and says what the answer says', async () => {
    const { share, token } = await sharedBy(server, ada, [approval])
    const { attestation, clinician, credentials } = await openedWith(server, token)
    const payload = await verified(attestation)
    expect(payload).toMatchObject({ ...clinician, credentials })
    expect(payload.exp).toBe(Math.floor(Date.parse(share.expiresAt) / 1000))
    expect(decodeProtectedHeader(attestation)).toMatchObject({ alg: 'ES256', typ: 'credential-attestation+jwt' })
    const [head, body, signature] = attestation.split('.')
    const other = Buffer.from(JSON.stringify({ ...payload, npi: '1999999999' })).toString('base64url')
    expect(body).not.toBe(other)
    await expect(verified([head, other, signature].join('.'))).rejects.toThrow('signature verification failed')
  })

  test.each<[how: string, end: (account: TestAccount, shareId: string, own: string) => Promise<unknown>]>([
    ['by the clinician', ({ headers }, id) => server.post(`/me/shares/${id}/revoke`, {}, headers)],
    ['by the desk', (_, __, own) => server.put(`/api/verifications/${own}`, decisions.revoked, keyOf(admin))],
    ['with the account', ({ headers }) => server.post('/me/delete', { password: 'a long walk by the sea' }, headers)],
  ])('is in the status list as revoked once it is revoked %s, and not before', async (_, end) => {
    const account = await server.signUp()
    const own = await approvedFor(server, account, admin)
    const { share, token } = await sharedBy(server, account, [own])
    const { attestation } = await openedWith(server, token)
    expect(await isRevoked(attestation)).toBe(false)
    await end(account, share.id, own)
    expect(await isRevoked(attestation)).toBe(true)
  })

  test('has a random place in its status list', async () => {
    const places: number[] = []
    for (let count = 0; count < 8; count++) {
      const { attestation } = await openedWith(server, (await sharedBy(server, ada, [approval])).token)
      places.push(statusForm.parse((await verified(attestation)).status).status_list.idx)
    }
    const steps = places.slice(1).map((place, index) => Math.abs(place - (places[index] ?? 0)))
    expect(new Set(steps).size).toBe(steps.length)
    expect(Math.max(...places)).toBeGreaterThan(1_000)
    expect((await server.app.inject('/shares/status/1')).statusCode).toBe(404)
  })
})

test('G4: while the secret is being changed both keys are published, and earlier attestations stay valid', async () => {
  const [earlier, present] = [randomBytes(32), randomBytes(32)]
  const keysOf = (secret: Buffer, others: Buffer[]) => {
    const signer = signerOf(openSecrets(secret, others))
    return {
      sign: () => signer.sign({ npi: '1679576722' }, 'test'),
      set: createLocalJWKSet({ keys: signer.keys }),
      signer,
    }
  }
  const [before, meanwhile] = [keysOf(earlier, []), keysOf(present, [earlier])]
  expect(meanwhile.signer.keys).toHaveLength(2)
  for (const jwt of [await before.sign(), await meanwhile.sign()]) {
    expect((await jwtVerify(jwt, meanwhile.set)).payload.npi).toBe('1679576722')
  }
  await expect(jwtVerify(await meanwhile.sign(), before.set)).rejects.toThrow('no applicable key')
})
