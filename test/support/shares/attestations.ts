/** Attestations of shares as their readers check them: with the published keys and status lists alone. */
import { inflateSync } from 'node:zlib'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { statusListEntries } from '#contract/limits'
import type { TestServer } from '../test-server.ts'

const statusForm = z.object({ status_list: z.object({ idx: z.int(), uri: z.string() }) })
const listForm = z.object({
  sub: z.string(),
  ttl: z.int(),
  status_list: z.object({ bits: z.literal(1), lst: z.string() }),
})

export async function verified(server: TestServer, jwt: string) {
  const { keys } = api.jwks.output.parse((await server.get('/.well-known/jwks.json')).body)
  const { payload } = await jwtVerify(jwt, createLocalJWKSet({ keys }), { algorithms: ['ES256'] })
  return payload
}

/** Where its status is. */
export async function entryOf(server: TestServer, jwt: string) {
  return statusForm.parse((await verified(server, jwt)).status).status_list
}

/** What the published list says of an attestation. */
export async function isRevoked(server: TestServer, jwt: string): Promise<boolean> {
  const { idx, uri } = await entryOf(server, jwt)
  const answer = await server.app.inject(new URL(uri).pathname)
  expect(answer.headers['content-type']).toBe('application/statuslist+jwt')
  expect(decodeProtectedHeader(answer.body).typ).toBe('statuslist+jwt')
  const list = listForm.parse(await verified(server, answer.body))
  expect(list).toMatchObject({ sub: uri, ttl: 300 })
  const bits = inflateSync(Buffer.from(list.status_list.lst, 'base64url'))
  expect(8 * bits.length).toBe(statusListEntries)
  return ((bits[idx >> 3] ?? 0) & (1 << (idx & 7))) !== 0
}
