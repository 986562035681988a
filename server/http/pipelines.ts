/**
 * Bounds on pipelining: a connection's requests are handled one by one, each once the previous answer is out, so a
 * client that reads nothing costs no work. Too many close the connection.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestsAheadMax, requestsPipelinedMax } from '#contract/limits'

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

/** One per turn of the event loop over all connections. */
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

  /** Once everything that came together is counted: too many start none. */
  private readonly startFirst = (): void => {
    if (this.waiting.length === 1) this.start()
    else this.turns.add(this.start)
  }

  /** Node resumes reading after each parsed request. */
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
    // Otherwise the parser would create a thousand requests from what it has read. 2 means that no HTTP follows.
    const parser: unknown = Reflect.get(this.socket, 'parser')
    if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => 2)
  }
}
