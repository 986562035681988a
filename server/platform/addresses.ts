import { once } from 'node:events'
import { createServer, isIPv4 } from 'node:net'
import { hasErrorCode, reasonOf } from './error-code.ts'

/** An IPv6 address may have the brackets of a URL. */
export function isLoopback(host: string): boolean {
  const bare = withoutBrackets(host).toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** Checks before the slow work of a start that the port is free; throws an Error with one sentence when it is not. */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
  } catch (error) {
    throw listenError(error, { host, port })
  } finally {
    probe.close()
  }
}

export function listenError(error: unknown, { host, port }: { host: string; port: number }): Error {
  if (hasErrorCode(error, 'EADDRINUSE')) {
    return new Error(`Port ${port} on ${host} is in use: stop what listens there, or set PORT to another one.`)
  }
  if (hasErrorCode(error, 'EACCES')) {
    return new Error(`Port ${port} may not be used by this account: set PORT to one above 1023.`)
  }
  return new Error(`Cannot listen on ${host}, port ${port}: ${reasonOf(error)}. Check HOST and PORT.`)
}
