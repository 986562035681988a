/**
 * What readers of attestations check them with: the public keys, and the status lists (Token Status List), in which
 * the bit of a revoked attestation is 1. A list names nothing else, and an unused entry looks like a valid
 * one.
 */
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Api } from '#contract/api'
import { statusListEntries, statusListSeconds } from '#contract/limits'
import { fail, type Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { Signer } from './signer.ts'
import { findRevoked } from './status-entries.ts'

const statusListType = 'statuslist+jwt'

/** As long as readers may keep a status list. */
const cacheControl = `public, max-age=${statusListSeconds}`

const deflated = promisify(deflate)

interface PublishedParts {
  database: Database
  publicUrl: string
  signer: Signer
}

export function jwks({ signer }: Pick<PublishedParts, 'signer'>): Verb<Api['jwks']> {
  return async () => ({ output: { keys: signer.keys }, headers: { 'Cache-Control': cacheControl } })
}

export function statusListUrl(publicUrl: string, listNumber: number): string {
  return `${publicUrl}/shares/status/${listNumber}`
}

export function serveStatusLists(app: FastifyInstance, parts: PublishedParts): void {
  app.get<{ Params: { number: string } }>('/shares/status/:number', async ({ params: { number } }, reply) => {
    const list = /^\d{1,9}$/.test(number) ? await statusList(parts, Number(number)) : undefined
    if (list === undefined) return fail('share_not_found', undefined)
    return reply
      .headers({ 'cache-control': cacheControl, 'access-control-allow-origin': '*' })
      .type(`application/${statusListType}`)
      .send(list)
  })
}

/** Undefined past the last list with an entry. */
async function statusList({ database: { db }, publicUrl, signer }: PublishedParts, listNumber: number) {
  const revoked = await findRevoked(db, listNumber)
  if (revoked === undefined) return undefined
  const bits = Buffer.alloc(statusListEntries / 8, revoked === 'all' ? 0xff : 0)
  // The first entry is the lowest bit of the first byte.
  for (const index of revoked === 'all' ? [] : revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
  const lst = (await deflated(bits)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const payload = {
    iss: publicUrl,
    sub: statusListUrl(publicUrl, listNumber),
    iat,
    exp: iat + statusListSeconds,
    ttl: statusListSeconds,
    status_list: { bits: 1, lst },
  }
  return signer.sign(payload, statusListType)
}
