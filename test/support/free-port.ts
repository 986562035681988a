/**
 * Ports for servers under test. The system gives out a port that was just freed to whoever asks next, so none is
 * asked of it.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give out by themselves; each process of the test run begins at a place of its own. */
const firstPort = 10_000
const ports = 20_000
const portsOfProcess = 50

let next = (process.pid * portsOfProcess) % ports

/** A port of 127.0.0.1 on which nothing listens; each is answered once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < ports; tries++) {
    const port = firstPort + next
    next = (next + 1) % ports
    if (await isFree(port)) return port
  }
  throw new Error(`expected a free port from ${firstPort} to ${firstPort + ports - 1}; got none`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ host: '127.0.0.1', port })
    await once(probe, 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
