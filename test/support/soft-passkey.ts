/** A passkey in software, as a browser and its device would answer for one, for tests of the server alone. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Flags {
  isVerified: boolean
}

/** Bits of the authenticator data: somebody was there, was verified, and the data holds a new key. */
const [present, verified, attested] = [0x01, 0x04, 0x40]

/** What a page at `origin` asks is answered for the host of it, unless another is given. */
export function softPasskey(origin: string, { host = new URL(origin).hostname } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const idText = id.toString('base64url')
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.of(flags), count])
  }
  const text = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString('base64url')
  const shape = { id: idText, rawId: idText, type: 'public-key' as const }

  return {
    id: idText,
    /** Sets how often it says that it was used, as a copy of it would. */
    setCounter(value: number) {
      counter = value
    },
    create(challenge: string, { isVerified }: Flags = { isVerified: true }) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const flags = present | attested | (isVerified ? verified : 0)
      const authData = Buffer.concat([authenticatorData(flags), Buffer.alloc(16), idLength, id, key])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      return {
        ...shape,
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(attestationObject),
          transports: ['internal'],
        },
      }
    },
    get(challenge: string, { isVerified }: Flags = { isVerified: true }) {
      counter++
      const authData = authenticatorData(present | (isVerified ? verified : 0))
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      return {
        ...shape,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authData),
          signature: text(sign('sha256', signed, privateKey)),
        },
      }
    },
  }
}
