/** A network between the product and its database, for tests: a TCP port on loopback that leads to the server's socket, until told not to. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TestProxy {
  readonly port: number
  /** How many connections were made through it. */
  connections(): number
  /** Passes nothing on over the connections there are, and keeps them open; new ones work. */
  silenceOld(): void
  /** Passes nothing on over any connection, new ones too, which are accepted. */
  silence(): void
  /** Closes every connection, and new ones as soon as they are made. */
  refuse(): void
  /** Lets new connections work again. */
  heal(): void
  close(): Promise<void>
}

/** Starts one before the socket of this path. */
export async function startTestProxy(socketPath: string): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let made = 0
  let state: 'open' | 'silent' | 'refusing' = 'open'
  const server = createServer((client) => {
    made++
    keep(client, sockets)
    if (state === 'refusing') client.destroy()
    if (state !== 'open') return
    const database = connect(socketPath)
    keep(database, sockets)
    client.pipe(database)
    database.pipe(client)
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
    silence() {
      state = 'silent'
      silenceOld()
    },
    refuse() {
      state = 'refusing'
      for (const socket of sockets) socket.destroy()
    },
    heal() {
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
