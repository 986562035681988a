/** How an email address stands in the audit log and in the process's own log: told apart from others, but not readable. */
import type { Secrets } from '../parts/secrets.ts'

/** Characters of the hash: 96 bits, too many for two addresses to meet. */
const hashLength = 16

/** The same text for the same address in lower case; nobody without the secret can guess the address from it. */
export function hiddenEmail(secrets: Secrets, email: string): string {
  return `email:${secrets.lookupHash(`email|${email}`).toString('base64url').slice(0, hashLength)}`
}
