/**
 * A share as a SMART Health Link (SMART Health Cards and Links 1.0.0): its manifest embeds one file, a FHIR Bundle
 * encrypted with the key that only the link has in the clear.
 */
import { CompactEncrypt } from 'jose'
import type { Api } from '#contract/api'
import { fhirVersion, healthLinkType } from '#contract/share-endpoints'
import type { Verb } from '../http/verb.ts'
import { attest } from './attestation.ts'
import { bundleOf } from './fhir-bundle.ts'
import { type OpenParts, strangersCall } from './open-share.ts'
import { linkKeyOf } from './share-link.ts'
import type { Opening, View } from './share-store.ts'

export function shareManifest(parts: OpenParts): Verb<Api['shareManifest']> {
  return async ({ params: { id }, body, headers, client, fail }) => {
    const { actor, stranger, seen } = await strangersCall(parts, client, headers['User-Agent'], fail)
    const { passcode, recipient, embeddedLengthMax } = body
    const view: View = { recipient, way: 'health_link', ...seen }
    const fileOf = async (opening: Opening) => {
      const embedded = await encrypted(parts, opening, linkKeyOf(id, opening.sealedKey))
      if (embeddedLengthMax !== undefined && embedded.length > embeddedLengthMax) {
        fail('invalid_input', {
          parameter: 'embeddedLengthMax',
          expected: `${embedded.length} characters or more, since the file comes embedded`,
          got: String(embeddedLengthMax),
        })
      }
      return {
        contentType: healthLinkType,
        fhirVersion,
        lastUpdated: opening.createdAt.toISOString(),
        embedded,
      } as const
    }
    const file = await parts.opener({ linkId: id, passcode, view, actor, stranger }, fileOf, fail)
    return { output: { status: 'finalized', files: [file] } }
  }
}

async function encrypted(parts: OpenParts, opening: Opening, key: Buffer): Promise<string> {
  const bundle = bundleOf(opening, { publicUrl: parts.publicUrl, attestation: await attest(parts, opening) })
  return new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: healthLinkType, zip: 'DEF' })
    .encrypt(key)
}
