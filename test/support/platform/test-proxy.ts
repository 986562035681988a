/**
 * A network between the product and what it needs, for tests: a TCP port on loopback that leads to a server, until
 * told not to.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface TestProxy {
  readonly port: number
  /** How many connections were made through it. */
  connections(): number
  /** Passes nothing on over the connections there are, and keeps them open; new ones work. */
  silenceOld(): void
  /** Passes nothing on over any connection, new ones too, which are accepted. */
  silence(): void
  /** Passes everything on this many milliseconds later, each way. */
  delay(ms: number): void
  /** Holds one of this many pieces back for this many milliseconds, and what comes after it on its connection. */
  stall(stalls: Stalls): void
  /** Closes every connection, and new ones as soon as they are made. */
  refuse(): void
  /** Lets new connections work again, at once. */
  heal(): void
  close(): Promise<void>
}

interface Stalls {
  oneIn: number
  ms: number
}

/** Starts one before the socket of this path, or before this port of loopback. */
export async function startTestProxy(target: string | number): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let made = 0
  let delayMs = 0
  let stalls: Stalls | undefined
  let pieces = 0
  const late = () =>
    new Transform({
      transform(chunk, _, pass) {
        pieces++
        const ms = stalls !== undefined && pieces % stalls.oneIn === 0 ? stalls.ms : delayMs
        if (ms === 0) pass(null, chunk)
        else setTimeout(pass, ms, null, chunk)
      },
    })
  let state: 'open' | 'silent' | 'refusing' = 'open'
  const server = createServer((client) => {
    made++
    keep(client, sockets)
    if (state === 'refusing') client.destroy()
    if (state !== 'open') return
    const server = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    keep(server, sockets)
    client.pipe(late()).pipe(server)
    server.pipe(late()).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const silenceOld = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => made,
    silenceOld,
    delay(ms) {
      delayMs = ms
    },
    stall(chosen) {
      stalls = chosen
    },
    silence() {
      state = 'silent'
      silenceOld()
    },
    refuse() {
      state = 'refusing'
      for (const socket of sockets) socket.destroy()
    },
    heal() {
      delayMs = 0
      stalls = undefined
      state = 'open'
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  // What breaks here is what the test has broken.
  socket.on('error', () => {})
}
