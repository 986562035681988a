/**
 * Signs attestations and status lists (ES256). The key follows from the secret of the installation, so no process
 * stores it. While the secret is being changed the keys of all known secrets are published, and the present one signs.
 */
import { createECDH, createHash, createPrivateKey, hkdfSync } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import type { Secrets } from '../platform/secrets.ts'

export type Signer = ReturnType<typeof signerOf>

/** The order of the group of P-256 (SP 800-186, 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** With 128 bits more than the order has, the remainder is as good as uniform (FIPS 186-5, A.2.1). */
const scalarSeedBytes = 48

export function signerOf({ attestationSeeds }: Pick<Secrets, 'attestationSeeds'>) {
  const [seed, ...others] = attestationSeeds
  const present = keyPair(seed)
  return {
    keys: [present, ...others.map(keyPair)].map(({ jwk }) => jwk),
    sign: (payload: JWTPayload, typ: string): Promise<string> =>
      new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: present.jwk.kid, typ }).sign(present.privateKey),
  }
}

function keyPair(seed: Buffer) {
  const wide = Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), 'p-256 private key', scalarSeedBytes))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = { crv: 'P-256', kty: 'EC', x, y } as const
  // RFC 7638: the members in this order.
  const kid = createHash('sha256').update(JSON.stringify(key)).digest('base64url')
  const privateKey = createPrivateKey({ key: { ...key, d: d.toString('base64url') }, format: 'jwk' })
  return { privateKey, jwk: { ...key, kid, alg: 'ES256', use: 'sig' } as const }
}
