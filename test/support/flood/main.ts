/** Puts a load on a server as strangers may (floods.ts): prints what was answered, once it is over. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createKeyText } from '#server/keys/key-format'
import type { Flood, NeverReading } from '../floods.ts'

const load: Flood | NeverReading = JSON.parse(process.argv[2] ?? '')
console.log('up')
// Whoever started it begins to measure: what a start takes of the machine is no part of the load.
await wait(500)
console.log(load.kind === 'never reading' ? await askOnly(load) : await flood(load))
process.exit()

async function askOnly({ port, connections, requests, path, seconds }: NeverReading): Promise<string> {
  const asking = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests))
  for (let count = 0; count < connections; count++) {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(asking)
  }
  await wait(1000 * seconds)
  return 'over'
}

/** Sends keys or tokens of nobody's evenly over connections that it keeps. */
async function flood({ port, kind, connections, perSecond, seconds }: Flood): Promise<string> {
  const requestOf = {
    keys: () => `GET /api/doctors?limit=1 HTTP/1.1\r\nHost: x\r\napi-key: ${createKeyText()}\r\n\r\n`,
    sessions: () =>
      `GET /me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${randomBytes(32).toString('base64url')}\r\n\r\n`,
  }
  const statuses: Record<string, number> = {}
  let [sent, broken] = [0, 0]
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => broken++)
    socket.on('data', (bytes) => {
      for (const [, status = ''] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    })
    return socket
  })
  const startedMs = performance.now()
  const elapsedSeconds = () => (performance.now() - startedMs) / 1000
  while (elapsedSeconds() < seconds) {
    // What is late by more than a tenth of a second is left out: a flood does not catch up.
    sent = Math.max(sent, Math.floor((elapsedSeconds() - 0.1) * perSecond))
    for (; sent < elapsedSeconds() * perSecond; sent++) sockets[sent % connections]?.write(requestOf[kind]())
    await wait(5)
  }
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return JSON.stringify({ sentPerSecond: Math.round(sent / seconds), answered, statuses, broken })
}
