/** A network in the audit log: distinct from others, but unreadable. */
import type { Secrets } from '../platform/secrets.ts'

/** 96 bits. */
const hashLength = 16

export function hiddenNetwork(secrets: Secrets, network: string): string {
  return `network:${secrets.lookupHash(`network|${network}`).toString('base64url').slice(0, hashLength)}`
}
