/**
 * What one connection may ask for before it takes its answers. Requests that come behind others over one connection (pipelining) wait in
 * the order in which they came; so many of them are worked on at a time, no more is read while so many are not answered, and a connection
 * with more than it may have at all is closed, since what it sent lies in memory.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestsAheadMax, requestsPipelinedMax } from '#contract/limits'

/** The same listener with these bounds for every connection. */
export function boundPipelines(listener: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()
  return (request, response) => {
    const { socket } = request
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, listener)
    pipelines.set(socket, pipeline)
    pipeline.add(request, response)
  }
}

class Pipeline {
  private readonly socket: Socket
  private readonly listener: RequestListener
  private waiting: [IncomingMessage, ServerResponse][] = []
  private running = 0
  private isStartDue = false

  constructor(socket: Socket, listener: RequestListener) {
    this.socket = socket
    this.listener = listener
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.socket.destroyed) return
    this.waiting.push([request, response])
    if (this.unanswered > requestsPipelinedMax) {
      this.close()
      return
    }
    // What comes behind others starts once all that came together is counted: none of it is worth work where it is too much.
    if (this.running === 0 && this.waiting.length === 1) this.start()
    else this.startSoon()
  }

  private get unanswered(): number {
    return this.running + this.waiting.length
  }

  private startSoon(): void {
    if (this.isStartDue) return
    this.isStartDue = true
    setImmediate(() => {
      this.isStartDue = false
      this.start()
      // Not before: Node reads on behind each request that it has parsed.
      if (this.unanswered >= requestsAheadMax) this.socket.pause()
    })
  }

  private start(): void {
    while (this.running < requestsAheadMax && !this.socket.destroyed) {
      const next = this.waiting.shift()
      if (next === undefined) return
      const [request, response] = next
      this.running++
      response.once('close', () => this.answered())
      this.listener(request, response)
    }
  }

  private answered(): void {
    this.running--
    if (this.socket.destroyed) return
    if (this.waiting.length > 0) this.startSoon()
    if (this.unanswered < requestsAheadMax) this.socket.resume()
  }

  private close(): void {
    this.waiting = []
    this.socket.destroy()
    // The parser would make requests of all that it has read, a thousand and more. By 2 it hears that nothing of HTTP follows.
    const parser: unknown = Reflect.get(this.socket, 'parser')
    if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => 2)
  }
}
