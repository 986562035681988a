import { isIPv4 } from 'node:net'

/** An IPv6 address may have the brackets of a URL. */
export function isLoopback(host: string): boolean {
  const bare = withoutBrackets(host).toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
