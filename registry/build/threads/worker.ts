/** A thread of the build: does one task after the other and answers each with what came out, or with why nothing did. */
import type { MessagePort } from 'node:worker_threads'
import { messageOf } from '#registry/search/errors'
import { BuildError } from '../build-error.ts'
import { type Answers, buffersIn, type Reply, type Request, Tasks } from '../worker-tasks.ts'

/** Serves the requests that come through `port`; `maker` tells the vocabularies of several threads from each other. */
export function work(port: MessagePort, maker: number): void {
  const tasks = new Tasks(maker)
  port.on('message', (request: Request) => {
    let reply: Reply
    let given: ArrayBuffer[] = []
    try {
      const answer = answerTo(tasks, request)
      given = buffersOf(answer)
      reply = { kind: 'done', answer }
    } catch (error) {
      const sentences = error instanceof BuildError ? error.sentences : undefined
      reply = { kind: 'failed', message: messageOf(error), sentences }
    }
    port.postMessage(reply, given)
  })
}

function answerTo(tasks: Tasks, request: Request): Answers[keyof Answers] {
  switch (request.kind) {
    case 'segment':
      return tasks.segment(request.question)
    case 'startJoining':
      tasks.startJoining(request.question)
      return undefined
    case 'range':
      return tasks.range(request.question)
    case 'link':
      return tasks.link(request.question)
  }
}

/** The memory of an answer, which is given away with it instead of being copied. */
function buffersOf(answer: Answers[keyof Answers]): ArrayBuffer[] {
  if (answer === undefined) return []
  return buffersIn('batch' in answer ? answer.batch : answer)
}
