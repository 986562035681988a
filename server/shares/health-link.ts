/**
 * A share as a SMART Health Link (SMART Health Cards and Links 1.0.0): its manifest has one file, a FHIR Bundle
 * encrypted with the key that only the link has in the clear. A file that is longer than the reader wants it embedded
 * has a link of its own, which works for five minutes while the share is neither revoked nor over.
 */
import type { FastifyInstance } from 'fastify'
import { CompactEncrypt } from 'jose'
import type { Api } from '#contract/api'
import { fhirVersion, healthLinkType } from '#contract/share-endpoints'
import { hashOfToken } from '../accounts/tokens.ts'
import { fail as failWith, type Verb } from '../http/verb.ts'
import { readSignedLink, signLink } from '../platform/signed-link.ts'
import { attest } from './attestation.ts'
import { bundleOf } from './fhir-bundle.ts'
import { type OpenParts, type ShowParts, strangersCall } from './open-share.ts'
import { linkKeyOf } from './share-link.ts'
import { findOpened, type Opened, type View } from './share-store.ts'

export function shareManifest(parts: OpenParts): Verb<Api['shareManifest']> {
  return async ({ params: { id }, body, headers, client, fail }) => {
    const { actor, stranger, seen } = await strangersCall(parts, client, headers['User-Agent'], fail)
    const { passcode, recipient, embeddedLengthMax = Number.POSITIVE_INFINITY } = body
    const view: View = { recipient, way: 'health_link', ...seen }
    const fileOf = async (opened: Opened) => {
      const embedded = await encrypted(parts, opened, id)
      return {
        contentType: healthLinkType,
        fhirVersion,
        lastUpdated: opened.createdAt.toISOString(),
        ...(embedded.length <= embeddedLengthMax ? { embedded } : { location: locationOf(parts, id) }),
      } as const
    }
    const file = await parts.opener({ linkId: id, passcode, view, actor, stranger }, fileOf, fail)
    return { output: { status: 'finalized', files: [file] } }
  }
}

function locationOf({ publicUrl, secrets }: ShowParts, linkId: string): string {
  const { expires, signature } = signLink(secrets, ['share', linkId])
  return `${publicUrl}/shares/${linkId}/file/${expires}.${signature}`
}

/** The manifest counted the opening. */
export function serveShareFiles(app: FastifyInstance, parts: ShowParts): void {
  app.get<{ Params: { id: string; ticket: string } }>('/shares/:id/file/:ticket', async (request, reply) => {
    const { id, ticket } = request.params
    await strangersCall(parts, request, undefined, failWith)
    const [, expires = '', signature = ''] = /^(\d+)\.([\w-]+)$/.exec(ticket) ?? []
    const link = readSignedLink(parts.secrets, ['share', id], { expires, signature })
    const opened = link && (await findOpened(parts.database.db, hashOfToken(id)))
    if (opened === undefined) return failWith('share_not_found', undefined)
    const file = await encrypted(parts, opened, id)
    return reply
      .headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      .type('application/jose')
      .send(file)
  })
}

async function encrypted(parts: ShowParts, opened: Opened, linkId: string): Promise<string> {
  const bundle = bundleOf(opened, { publicUrl: parts.publicUrl, attestation: await attest(parts, opened) })
  return new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: healthLinkType, zip: 'DEF' })
    .encrypt(linkKeyOf(linkId, opened.sealedKey))
}
