/** As much of Redis's protocol as the bench needs: commands out, answers in, in the order they were asked. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Reply = string | number | null | Reply[]

export class RedisClient {
  private readonly socket: Socket
  private readonly waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = []
  private unread: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => this.take(chunk))
    socket.on('error', (error) => this.giveUp(error.message))
    socket.on('close', () => this.giveUp('it was closed'))
  }

  static async open(path: string): Promise<RedisClient> {
    const socket = connect(path)
    await once(socket, 'connect')
    return new RedisClient(socket)
  }

  send(...words: (string | number)[]): Promise<Reply> {
    this.socket.write(encode(words))
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  close(): void {
    this.socket.destroy()
  }

  private take(chunk: Buffer): void {
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk])
    let at = 0
    for (;;) {
      const read = readReply(this.unread, at)
      if (read === undefined) break
      at = read.end
      const asked = this.waiting.shift()
      if (read.reply instanceof Error) asked?.reject(read.reply)
      else asked?.resolve(read.reply)
    }
    this.unread = this.unread.subarray(at)
  }

  private giveUp(reason: string): void {
    for (const { reject } of this.waiting.splice(0)) reject(new Error(`The connection to Redis was lost: ${reason}`))
  }
}

function encode(words: readonly (string | number)[]): string {
  const texts = words.map(String)
  return `*${texts.length}\r\n${texts.map((text) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`).join('')}`
}

interface Read {
  reply: Reply | Error
  end: number
}

/** The reply that begins at `at`, or undefined while it has not come whole. */
function readReply(bytes: Buffer, at: number): Read | undefined {
  const lineEnd = bytes.indexOf('\r\n', at)
  if (lineEnd === -1) return undefined
  const text = bytes.toString('utf8', at + 1, lineEnd)
  const end = lineEnd + 2
  switch (String.fromCharCode(bytes[at])) {
    case '+':
      return { reply: text, end }
    case '-':
      return { reply: new Error(`Redis: ${text}`), end }
    case ':':
      return { reply: Number(text), end }
    case '$': {
      const length = Number(text)
      if (length === -1) return { reply: null, end }
      if (bytes.length < end + length + 2) return undefined
      return { reply: bytes.toString('utf8', end, end + length), end: end + length + 2 }
    }
    default:
      return readList(bytes, Number(text), end)
  }
}

function readList(bytes: Buffer, length: number, from: number): Read | undefined {
  const list: Reply[] = []
  let end = from
  for (let index = 0; index < length; index++) {
    const read = readReply(bytes, end)
    if (read === undefined) return undefined
    if (read.reply instanceof Error) return read
    list.push(read.reply)
    end = read.end
  }
  return { reply: list, end }
}
