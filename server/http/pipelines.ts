/**
 * What one connection may ask for before it takes its answers. Requests that come behind others over one connection
 * (pipelining) are worked on one after the other, each once the answer before it is out, so that a client that reads
 * nothing costs no work. No more is read while 16 are unanswered, and a connection with more than 100 is closed,
 * since what it sent lies in memory.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestsAheadMax, requestsPipelinedMax } from '#contract/limits'

/** The same listener with these bounds for every connection. */
export function boundPipelines(listener: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const turns = new Turns()
  return (request, response) => {
    const { socket } = request
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, listener, turns)
    pipelines.set(socket, pipeline)
    pipeline.add(request, response)
  }
}

/** Starts one pipelined request of all connections in each turn of the event loop, so that others come between. */
class Turns {
  private readonly due = new Set<() => void>()

  add(start: () => void): void {
    this.due.add(start)
    if (this.due.size === 1) setImmediate(() => this.next())
  }

  private next(): void {
    const [start] = this.due
    if (start === undefined) return
    this.due.delete(start)
    if (this.due.size > 0) setImmediate(() => this.next())
    start()
  }
}

class Pipeline {
  private readonly socket: Socket
  private readonly listener: RequestListener
  private waiting: [IncomingMessage, ServerResponse][] = []
  private isRunning = false
  private readonly turns: Turns
  private isPauseDue = false

  constructor(socket: Socket, listener: RequestListener, turns: Turns) {
    this.socket = socket
    this.listener = listener
    this.turns = turns
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.socket.destroyed) return
    this.waiting.push([request, response])
    if (this.unanswered > requestsPipelinedMax) {
      this.close()
      return
    }
    if (this.unanswered >= requestsAheadMax) this.pauseSoon()
    if (this.waiting.length === 1 && !this.isRunning) process.nextTick(this.startFirst)
  }

  private get unanswered(): number {
    return this.waiting.length + (this.isRunning ? 1 : 0)
  }

  /** Once all that came together is counted: what is alone starts at once, and none of what is too much does. */
  private readonly startFirst = (): void => {
    if (this.waiting.length === 1) this.start()
    else this.turns.add(this.start)
  }

  /** Not at once: Node reads on behind each request that it has parsed or answered. */
  private pauseSoon(): void {
    if (this.isPauseDue) return
    this.isPauseDue = true
    setImmediate(() => {
      this.isPauseDue = false
      if (this.unanswered >= requestsAheadMax) this.socket.pause()
    })
  }

  private readonly start = (): void => {
    if (this.isRunning || this.socket.destroyed) return
    const next = this.waiting.shift()
    if (next === undefined) return
    const [request, response] = next
    this.isRunning = true
    response.once('close', () => this.answered())
    this.listener(request, response)
  }

  private answered(): void {
    this.isRunning = false
    if (this.socket.destroyed) return
    if (this.waiting.length > 0) this.turns.add(this.start)
    if (this.unanswered < requestsAheadMax) this.socket.resume()
    else this.pauseSoon()
  }

  private close(): void {
    this.waiting = []
    this.socket.destroy()
    // The parser would make requests of all that it has read, a thousand and more. By 2 it hears that nothing of HTTP
    // follows.
    const parser: unknown = Reflect.get(this.socket, 'parser')
    if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => 2)
  }
}
