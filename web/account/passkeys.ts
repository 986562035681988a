/** Passkeys in the browser; the library is loaded when one is needed. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

export async function createPasskey(options: object) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The server made them with the same library.
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

export async function askPasskey(options: object = {}) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The server made them with the same library.
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** Why the browser gave no passkey, as a sentence. */
export function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return 'No passkey was used. It was canceled, took too long, or this device has none for your account.'
}
