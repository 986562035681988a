/** Which names and addresses are this machine's own: what goes to them passes nobody on the way. */
import { isIPv4 } from 'node:net'

/** Whether a host is this machine, by name or by address; an IPv6 address may have the brackets of a URL. */
export function isLoopback(host: string): boolean {
  const bare = withoutBrackets(host).toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}

/** The host of a URL as a connection takes it. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
