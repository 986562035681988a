/** Passkeys (WebAuthn). They belong to the host of PUBLIC_URL, and count only with user verification. */
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

const timeout = 5 * 60_000

interface Known {
  credentialId: string
  transports: readonly string[]
}

/** Browsers allow passkeys for host names only. */
export function arePasskeysPossible(publicUrl: string): boolean {
  return isIP(hostOf(publicUrl).replace(/[[\]]/g, '')) === 0
}

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

export function requestOptions(publicUrl: string, { challenge, known }: { challenge: string; known: Known[] }) {
  return generateAuthenticationOptions({
    rpID: hostOf(publicUrl),
    challenge: bytesOf(challenge),
    timeout,
    allowCredentials: known.map(descriptorOf),
    userVerification: 'required',
  })
}

/** Undefined where it does not match what was asked for. */
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
    return undefined
  }
}

/** The signature counter; undefined where the challenge was not answered, or the counter went back. */
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

/** The bytes of the text, so that the browser answers with the same text. */
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

function descriptorOf({ credentialId, transports }: Known) {
  return { id: credentialId, transports: [...transports] }
}

/** Drops undefined members, which the library's types take to be absent. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  // Only members that hold undefined are gone, and the type says no more than that of those that are left.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
