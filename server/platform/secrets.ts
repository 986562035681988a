/**
 * The one secret of an installation, and the keys derived from it: to look up API keys, for the audit chain, to sign
 * links (HMAC-SHA-256), and to seal what must be shown again (AES-256-GCM). The database without the secret neither
 * uses nor reveals an API key. Sealed bytes open only with the same secret and for the same owner; else an Error. While
 * the secret is changed, others beside it open and find what they made, but make nothing new (server/admin/rewrap.ts).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Secrets {
  /** 32 bytes to index the text by. */
  lookupHash(text: string): Buffer
  /** The same for every known secret, the present one first. */
  lookupHashes(text: string): readonly Buffer[]
  /** For the audit chain, by every known secret, the present one first. */
  readonly auditKeys: readonly [Buffer, ...Buffer[]]
  /** 32 bytes that sign a link; each kind of link begins with its own word. */
  linkHash(text: string): Buffer
  /** The keys of `linkHash`, the present one first. */
  readonly linkKeys: readonly [Buffer, ...Buffer[]]
  /** Seeds of the keys that sign attestations of shares, the present one first. */
  readonly attestationSeeds: readonly [Buffer, ...Buffer[]]
  /** Prove who made a backup; the present one first. */
  readonly backupKeys: readonly [Buffer, ...Buffer[]]
  /** `owner` is any text that names it; the result differs each time. */
  seal(text: string, owner: string): Buffer
  /** Throws an Error for another owner. */
  unseal(sealed: Buffer, owner: string): string
  isSealedByPresent(sealed: Buffer, owner: string): boolean
}

export function openSecrets(secret: Buffer, others: readonly Buffer[] = []): Secrets {
  const present = keysOf(secret)
  const known = others.map(keysOf)
  const all = [present, ...known]
  return {
    lookupHash: (text) => keyedHash(present.lookup, text),
    lookupHashes: (text) => all.map(({ lookup }) => keyedHash(lookup, text)),
    auditKeys: [present.audit, ...known.map(({ audit }) => audit)],
    linkHash: (text) => keyedHash(present.link, text),
    linkKeys: [present.link, ...known.map(({ link }) => link)],
    attestationSeeds: [present.attestation, ...known.map(({ attestation }) => attestation)],
    backupKeys: [present.backup, ...known.map(({ backup }) => backup)],
    seal: (text, owner) => sealBytes(present.seal, Buffer.from(text), owner),
    unseal(sealed, owner) {
      for (const { seal } of all) {
        const opened = openedWith(seal, sealed, owner)
        if (opened !== undefined) return opened
      }
      throw new Error(
        'Sealed bytes could not be opened: they were sealed with another secret, for another owner, or damaged.',
      )
    },
    isSealedByPresent: (sealed, owner) => openedWith(present.seal, sealed, owner) !== undefined,
  }
}

/** HMAC-SHA-256. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** In a time that tells nothing of where they differ. */
export function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function keysOf(secret: Buffer) {
  return {
    lookup: derive(secret, 'praxidex lookup 1'),
    seal: derive(secret, 'praxidex seal 1'),
    audit: derive(secret, 'praxidex audit 1'),
    link: derive(secret, 'praxidex link 1'),
    attestation: derive(secret, 'praxidex attestation 1'),
    backup: derive(secret, 'praxidex backup 1'),
  }
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, sealKeyBytes))
}

function openedWith(key: Buffer, sealed: Buffer, owner: string): string | undefined {
  try {
    return unsealBytes(key, sealed, owner).toString('utf8')
  } catch {
    return undefined
  }
}

/** Seals bytes for one owner (AES-256-GCM, random 96-bit nonce). Layout: version, nonce, tag, body. */

const sealVersion = 1
const nonceBytes = 12
const tagBytes = 16

export const sealKeyBytes = 32

export function sealBytes(key: Buffer, bytes: Buffer, owner: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(sealVersion), nonce, cipher.getAuthTag(), body])
}

/** Throws an Error unless key and owner are those of `sealBytes`. */
export function unsealBytes(key: Buffer, sealed: Buffer, owner: string): Buffer {
  if (sealed[0] !== sealVersion) throw new Error(`expected version ${sealVersion}; got ${sealed[0]}`)
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}
