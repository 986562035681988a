/** Checks that the port is free before the slow work of a start. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { hasErrorCode, reasonOf } from './error-code.ts'

/** Throws an Error with one sentence when it is taken. */
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
