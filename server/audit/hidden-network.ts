/** How the network of a caller appears in the audit log: distinct from others, but not readable. */
import type { Secrets } from '../platform/secrets.ts'

/** Characters of the hash: 96 bits, too many for two networks to meet. */
const hashLength = 16

/** The same text for the same network; without the secret the network cannot be guessed from it. */
export function hiddenNetwork(secrets: Secrets, network: string): string {
  return `network:${secrets.lookupHash(`network|${network}`).toString('base64url').slice(0, hashLength)}`
}
