/** A share as programs read it: an independent reader of SMART Health Links, and one with the published keys alone. */
import { randomBytes } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { SHLInvalidPasscodeError, SHLManifestNotFoundError, SHLViewer } from 'kill-the-clipboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { attestationType } from '#contract/product'
import { startLocalDatabase } from '../support/local-database.ts'
import { buildSampleRegistry } from '../support/sample-registry.ts'
import { entryOf, isRevoked, verified } from '../support/shares/attestations.ts'
import { approvedFor, openedWith, sharedBy, sharesOf } from '../support/shares/share-calls.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
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
    expect(await verified(server, Buffer.from(signature, 'base64').toString())).toMatchObject({ npi: clinician.npi })
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)?.views).toBe(2)
  })

  test('is refused with a wrong passcode, and not found once it is revoked', async () => {
    const { share, shlink } = await sharedBy(server, ada, [approval], { passcode })
    const wrong = reader(shlink).resolveSHL({ recipient, passcode: 'another' })
    await expect(wrong).rejects.toThrow(SHLInvalidPasscodeError)
    await server.post(`/me/shares/${share.id}/revoke`, {}, ada.headers)
    await expect(reader(shlink).resolveSHL({ recipient, passcode })).rejects.toThrow(SHLManifestNotFoundError)
  })

  test('has what FHIR R4 requires of its resources, and references that resolve', async () => {
    const { shlink } = await sharedBy(server, ada, [approval])
    const { fhirResources } = await reader(shlink).resolveSHL({ recipient })
    const [bundle] = z.array(requiredForm).parse(fhirResources)
    const urls = new Set(bundle?.entry.map(({ fullUrl }) => fullUrl))
    expect(urls.size).toBe(bundle?.entry.length)
    for (const { resource } of bundle?.entry ?? []) {
      for (const { reference } of 'target' in resource ? resource.target : []) expect(urls).toContain(reference)
    }
  })

  test('is short enough for readers that embed 16 kB, with every check of three credentials', async () => {
    const account = await server.signUp()
    const own: string[] = []
    for (const credential of ['MD', 'DO', 'RN']) own.push(await approvedFor(server, account, admin, { credential }))
    const { shlink } = await sharedBy(server, account, own)
    const { fhirResources } = await reader(shlink).resolveSHL({ recipient, embeddedLengthMax: 16_384 })
    expect(fhirResources).toHaveLength(1)
  })

  test('is read by readers that want no embedded file, by a link that a revocation ends', async () => {
    const { share, shlink } = await sharedBy(server, ada, [approval], { viewsMax: 2 })
    const { fhirResources } = await reader(shlink).resolveSHL({ recipient, embeddedLengthMax: 0 })
    expect(z.array(bundleForm).parse(fhirResources)).toHaveLength(1)
    const { url } = z.object({ url: z.string() }).parse(payloadOf(shlink))
    expect(url.length).toBeLessThanOrEqual(128)
    const { body } = await server.post(new URL(url).pathname, { recipient, embeddedLengthMax: 100 })
    const [file] = api.shareManifest.output.parse(body).files
    expect(file?.embedded).toBeUndefined()
    const path = new URL(file?.location ?? '').pathname
    const statusAt = async (at: string) => (await server.app.inject(at)).statusCode
    // Reading it is part of the opening, of which none is left.
    expect([await statusAt(path), await statusAt(path)]).toEqual([200, 200])
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)).toMatchObject({
      views: 2,
      status: 'used_up',
    })
    const other = await sharedBy(server, ada, [approval])
    const otherUrl = z.object({ url: z.string() }).parse(payloadOf(other.shlink)).url
    const moved = path.replace(new URL(url).pathname, new URL(otherUrl).pathname)
    const later = path.replace(/\/(\d+)\./, (_, expires) => `/${Number(expires) + 1}.`)
    for (const changed of [moved, later, `${path}.x`, path.slice(0, -1), `${path}=`]) {
      expect(await statusAt(changed)).toBe(404)
    }
    await server.post(`/me/shares/${share.id}/revoke`, {}, ada.headers)
    expect(await statusAt(path)).toBe(404)
  })

  test('has no file for anybody who made the address of one up, however open it is', async () => {
    const { shlink } = await sharedBy(server, ada, [approval])
    const { url } = z.object({ url: z.string() }).parse(payloadOf(shlink))
    const expires = Math.floor(Date.now() / 1000) + 60
    const made = `${new URL(url).pathname}/file/${expires}.${randomBytes(32).toString('base64url')}`
    expect((await server.app.inject(made)).statusCode).toBe(404)
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

const coded = z.object({ coding: z.array(z.object({ system: z.url(), code: z.string().min(1) })).min(1) })
const fhirDay = z.iso.date()
const narrative = z.object({ status: z.literal('generated'), div: z.string().startsWith('<div xmlns=') })
const who = z.object({ display: z.string().min(1) })
const targets = z.array(z.object({ reference: z.string() })).min(1)

/** The members that the definitions of R4 require, and the forms of those of ours that have one. */
const requiredForm = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('collection'),
  entry: z.array(
    z.object({
      fullUrl: z.string().regex(/^urn:uuid:[\da-f-]{36}$/),
      resource: z.discriminatedUnion('resourceType', [
        z.object({
          resourceType: z.literal('Practitioner'),
          qualification: z.array(z.object({ code: coded, period: z.object({ start: fhirDay, end: fhirDay }) })).min(1),
        }),
        z.object({
          resourceType: z.literal('VerificationResult'),
          text: narrative,
          target: targets,
          status: z.enum(['attested', 'validated', 'val-fail']),
          statusDate: fhirDay,
          primarySource: z.array(z.object({ who, validationStatus: coded, validationDate: fhirDay.optional() })),
        }),
        z.object({
          resourceType: z.literal('Provenance'),
          target: targets,
          recorded: z.iso.datetime(),
          agent: z.array(z.object({ who })).min(1),
          signature: z.array(
            z.object({ type: z.array(z.object({ code: z.string() })).min(1), when: z.iso.datetime(), who }),
          ),
        }),
      ]),
    }),
  ),
})

function payloadOf(shlink: string): unknown {
  return JSON.parse(Buffer.from(shlink.slice('shlink:/'.length), 'base64url').toString())
}

async function resetByMailbox({ email }: TestAccount): Promise<void> {
  await server.post('/forgot-password', { email })
  const { text = '' } = await server.emailTo(email, 'Reset')
  const token = /token=([\w-]{43})/.exec(text)?.[1]
  const answer = await server.post('/reset-password', { token, newPassword: 'another walk in the hills' })
  expect(answer).toMatchObject({ status: 200 })
}

describe('G4: an attestation', () => {
  test('is checked with the published keys alone and says what the answer says', async () => {
    const { share, token } = await sharedBy(server, ada, [approval])
    const { attestation, clinician, credentials } = await openedWith(server, token)
    const payload = await verified(server, attestation)
    expect(payload).toMatchObject({ ...clinician, credentials })
    expect(payload.exp).toBe(Math.floor(Date.parse(share.expiresAt) / 1000))
    expect(decodeProtectedHeader(attestation)).toMatchObject({ alg: 'ES256', typ: attestationType })
    const [head, body, signature] = attestation.split('.')
    const other = Buffer.from(JSON.stringify({ ...payload, npi: '1999999999' })).toString('base64url')
    expect(body).not.toBe(other)
    await expect(verified(server, [head, other, signature].join('.'))).rejects.toThrow('signature verification failed')
  })

  test.each<[how: string, end: (account: TestAccount, shareId: string, own: string) => Promise<unknown>]>([
    ['by the clinician', ({ headers }, id) => server.post(`/me/shares/${id}/revoke`, {}, headers)],
    ['by the desk', (_, __, own) => server.put(`/api/verifications/${own}`, decisions.revoked, keyOf(admin))],
    ['with the account', ({ headers }) => server.post('/me/delete', { password: 'a long walk by the sea' }, headers)],
    ['by a reset that proves the mailbox alone', resetByMailbox],
  ])('is in the status list as revoked once it is revoked %s, and not before', async (_, end) => {
    const account = await server.signUp()
    const own = await approvedFor(server, account, admin)
    const { share, token } = await sharedBy(server, account, [own])
    const { attestation } = await openedWith(server, token)
    expect(await isRevoked(server, attestation)).toBe(false)
    await end(account, share.id, own)
    expect(await isRevoked(server, attestation)).toBe(true)
  })

  test('is revoked with a share that no longer opens', async () => {
    const { share, token } = await sharedBy(server, ada, [approval], { viewsMax: 1 })
    const { attestation } = await openedWith(server, token)
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)?.status).toBe('used_up')
    await server.post(`/me/shares/${share.id}/revoke`, {}, ada.headers)
    expect(await isRevoked(server, attestation)).toBe(true)
  })

  test('is distinguished from a status list by its type alone, as its documentation checks it', async () => {
    const { keys } = api.jwks.output.parse((await server.get('/.well-known/jwks.json')).body)
    const list = (await server.app.inject('/shares/status/0')).body
    const { attestation } = await openedWith(server, (await sharedBy(server, ada, [approval])).token)
    const checked = (jwt: string) => jwtVerify(jwt, createLocalJWKSet({ keys }), { typ: attestationType })
    expect((await checked(attestation)).payload.iss).toBeDefined()
    await expect(checked(list)).rejects.toThrow('typ')
  })

  test('has a random place in its status list', async () => {
    const places: number[] = []
    for (let count = 0; count < 8; count++) {
      const { attestation } = await openedWith(server, (await sharedBy(server, ada, [approval])).token)
      places.push((await entryOf(server, attestation)).idx)
    }
    const steps = places.slice(1).map((place, index) => Math.abs(place - (places[index] ?? 0)))
    expect(new Set(steps).size).toBe(steps.length)
    expect(Math.max(...places)).toBeGreaterThan(1_000)
    expect((await server.app.inject('/shares/status/1')).statusCode).toBe(404)
  })
})

test('G4: after a change of the secret links open, and earlier attestations are checked and revoked', async () => {
  const [local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  const { registryDir } = registry
  const [earlier, present] = [randomBytes(32), randomBytes(32)]
  const before = await startTestServer(local.open, { registryDir, secretKey: earlier })
  const [desk, clinician] = [await newAdmin(before), await before.signUp()]
  const { share, token, shlink } = await sharedBy(before, clinician, [await approvedFor(before, clinician, desk)])
  const { attestation } = await openedWith(before, token)
  await before.close()

  const after = await startTestServer(local.open, { registryDir, secretKey: present, secretKeysPrevious: [earlier] })
  const later = (await openedWith(after, token)).attestation
  const { url } = z.object({ url: z.string() }).parse(payloadOf(shlink))
  expect(await after.post(new URL(url).pathname, { recipient })).toMatchObject({ status: 200 })
  const { keys } = api.jwks.output.parse((await after.get('/.well-known/jwks.json')).body)
  expect(keys).toHaveLength(2)
  for (const jwt of [attestation, later]) expect(await isRevoked(after, jwt)).toBe(false)
  expect(decodeProtectedHeader(later).kid).not.toBe(decodeProtectedHeader(attestation).kid)
  await after.post(`/me/shares/${share.id}/revoke`, {}, clinician.headers)
  for (const jwt of [attestation, later]) expect(await isRevoked(after, jwt)).toBe(true)
  await after.close()

  const last = await startTestServer(local.open, { registryDir, secretKey: present })
  await expect(verified(last, attestation)).rejects.toThrow('no applicable key')
  expect(await isRevoked(last, later)).toBe(true)
  await last.close()
  await registry.remove()
  await local.close()
})
