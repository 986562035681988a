/** Asks a server as fast as it answers: by wrk where there is one, else by a few connections of our own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface Load {
  /** Such as http://127.0.0.1:3000. */
  origin: string
  /** Asked one after the other, over and over. */
  paths: readonly string[]
  headers: Record<string, string>
}

/** Connections that each have one request under way. */
export const connections = 32
/** Seconds of one turn. */
export const turnSeconds = 1

export type Loader = (load: Load) => Promise<number>

/** Requests a second over one turn, by wrk; throws when an answer is not a success. */
export function wrkLoader(wrk: string, dir: string): Loader {
  return async ({ origin, paths, headers }) => {
    const script = join(dir, 'requests.lua')
    writeFileSync(script, luaOf(paths, headers))
    const args = ['-t1', `-c${connections}`, `-d${turnSeconds}s`, '-s', script, origin]
    const child = spawn(wrk, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: .*/.exec(said)
    if (failed !== null) throw new Error(`${origin}${paths[0]}: ${failed[0]}`)
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]
    if (rate === undefined) throw new Error(`expected a rate from wrk; got ${said.slice(0, 200)}`)
    return Number(rate)
  }
}

function luaOf(paths: readonly string[], headers: Record<string, string>): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
  return `${headerLines.join('\n')}
local paths = { ${paths.map(quoted).join(', ')} }
local requests = {}
init = function() for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path) end end
local at = 0
request = function()
  at = at % #requests + 1
  return requests[at]
end
`
}

function quoted(value: string): string {
  return JSON.stringify(value)
}

/** The same by connections of this process, for machines without wrk; it takes more of the machine itself. */
export const ownLoader: Loader = async ({ origin, paths, headers }) => {
  const { hostname, port } = new URL(origin)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`)
  const startedMs = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, async (_, first) => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      try {
        return await askUntil(socket, requests, first, startedMs + 1000 * turnSeconds)
      } finally {
        socket.destroy()
      }
    }),
  )
  const count = counts.reduce((sum, one) => sum + one, 0)
  return (1000 * count) / (performance.now() - startedMs)
}

async function askUntil(socket: Socket, requests: readonly string[], first: number, untilMs: number): Promise<number> {
  let count = 0
  let unread = Buffer.alloc(0)
  socket.write(requests[first % requests.length])
  for await (const chunk of socket) {
    unread = Buffer.concat([unread, chunk])
    const length = answerLength(unread)
    if (length === undefined || unread.length < length) continue
    unread = unread.subarray(length)
    count++
    if (performance.now() > untilMs) return count
    socket.write(requests[(first + count) % requests.length])
  }
  throw new Error('the server closed a connection')
}

/** Bytes of the answer that the bytes begin with, or undefined while its head has not come whole. */
function answerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`expected status 200; got ${head.slice(0, 40)}`)
  return headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
}
