/** Passkeys in the browser; the library is loaded when one is asked for. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Has the browser make a passkey. */
export async function createPasskey(options: object) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The server made them with the same library.
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

/** Has the browser ask for a passkey. */
export async function askPasskey(options: object = {}) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The server made them with the same library.
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** Why the browser has no passkey for us, in words. */
export function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  return 'No passkey was used: it was canceled, it took too long, or this device has none for your account.'
}
