/**
 * Opens a share by its SMART Health Link: the manifest embeds a FHIR Bundle, encrypted with the key in the link, whose
 * attestation says the same as the share itself.
 */
import type { OpenedShare } from '#contract/share-endpoints'
import { call } from '../../api/call.ts'

export interface HealthLink {
  id: string
  key: string
}

export async function openHealthLink(
  { id, key }: HealthLink,
  body: { recipient: string; passcode?: string },
): Promise<OpenedShare> {
  // Before the call, which counts as an opening: without TLS, browsers have no cryptography, and this throws.
  const secret = await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['decrypt'])
  const { files } = await call('POST /shares/{id}', { params: { id }, body })
  const { timestamp, entry }: Bundle = JSON.parse(await decrypted(files[0]?.embedded ?? '', secret))
  const [signature] = entry.flatMap(({ resource }) => resource.signature ?? [])
  const attestation = atob(signature?.data ?? '')
  const [, payload = ''] = attestation.split('.')
  const { name, npi, credentials, exp }: Attested = JSON.parse(new TextDecoder().decode(bytesOf(payload)))
  const expiresAt = new Date(exp * 1000).toISOString()
  return { clinician: { name, npi }, credentials, sharedAt: timestamp, expiresAt, attestation }
}

/** What is read of the Bundle and of the attestation, as server/shares writes them. */
interface Bundle {
  timestamp: string
  entry: { resource: { signature?: { data: string }[] } }[]
}

interface Attested extends Pick<OpenedShare, 'credentials'> {
  name: string | null
  npi: string
  exp: number
}

/** The text in a JWE in compact form (dir, A256GCM, DEF). */
async function decrypted(jwe: string, secret: CryptoKey): Promise<string> {
  const [header = '', , iv = '', text = '', tag = ''] = jwe.split('.')
  const sealed = Uint8Array.from([...bytesOf(text), ...bytesOf(tag)])
  const additionalData = new TextEncoder().encode(header)
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv), additionalData }, secret, sealed)
  const inflated = new Blob([plain]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(inflated).text()
}

/** Of base64url. */
function bytesOf(text: string) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
}
