/**
 * Passkeys (WebAuthn), by a library that knows their formats. They belong to the host name of PUBLIC_URL, and count only where
 * the device has verified its user, by a PIN, a finger or a face.
 */
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Api } from '#contract/api'
import { productName } from '#contract/product'

type Assertion = NonNullable<z.output<Api['secondFactorLogin']['body']>['passkey']>
type Attestation = z.output<Api['addPasskey']['body']>['passkey']

/** How long the browser may ask, in milliseconds: as long as a challenge lasts. */
const timeout = 5 * 60_000

interface Known {
  credentialId: string
  transports: readonly string[]
}

/** Whether browsers allow passkeys at this address: they do for host names alone. */
export function arePasskeysPossible(publicUrl: string): boolean {
  return isIP(hostOf(publicUrl).replace(/[[\]]/g, '')) === 0
}

/** What the browser makes a passkey with; those that are known are not made again. */
export function creationOptions(
  publicUrl: string,
  { accountId, email, challenge, known }: { accountId: string; email: string; challenge: string; known: Known[] },
) {
  return generateRegistrationOptions({
    rpName: productName,
    rpID: hostOf(publicUrl),
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(accountId)),
    challenge: bytesOf(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** What the browser asks a passkey with. */
export function requestOptions(publicUrl: string, { challenge, known }: { challenge: string; known: Known[] }) {
  return generateAuthenticationOptions({
    rpID: hostOf(publicUrl),
    challenge: bytesOf(challenge),
    timeout,
    allowCredentials: known.map(descriptorOf),
    userVerification: 'required',
  })
}

/** The passkey that was made, and the challenge that it was made for; undefined where it is not what was asked for. */
export async function readCreated(publicUrl: string, { response, ...rest }: Attestation) {
  let challenge = ''
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...rest, response: withoutUndefined(response), clientExtensionResults: {} },
      expectedChallenge: (given) => {
        challenge = given
        return true
      },
      expectedOrigin: publicUrl,
      expectedRPID: hostOf(publicUrl),
      requireUserVerification: true,
    })
    return verified ? { challenge, credential: registrationInfo.credential } : undefined
  } catch {
    // The library throws whatever is wrong with what was sent.
    return undefined
  }
}

/** How often the passkey says that it was used; undefined where it has not answered this challenge, or counts back. */
export async function readUse(
  publicUrl: string,
  { response, ...rest }: Assertion,
  known: { publicKey: Buffer; counter: number; challenge: string },
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: withoutUndefined(response), clientExtensionResults: {} },
      expectedChallenge: known.challenge,
      expectedOrigin: publicUrl,
      expectedRPID: hostOf(publicUrl),
      credential: { id: rest.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname
}

/** A challenge as the bytes that it is the text of, so that the browser answers with the same text. */
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

function descriptorOf({ credentialId, transports }: Known) {
  return { id: credentialId, transports: [...transports] }
}

/** Without the members that hold nothing, which the library's types take to be absent. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  // Only members that hold undefined are gone, and the type says no more than that of those that are left.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
