import type { MessagePort } from 'node:worker_threads'
import type { FileSummary } from '#registry/format'
import { messageOf } from '#registry/read/thrown'
import { ofFullDisk } from '../../full-disk.ts'
import { CannotMergeError } from '../cannot-merge.ts'
import { type Part, writePart } from './parts.ts'

/** What became of a part. Errors lose their class and their code on their way to another thread. */
export type PartReply =
  | { kind: 'done'; summaries: Record<string, FileSummary> }
  | { kind: 'cannotMerge' | 'fullDisk' | 'failed'; reason: string }

/** Writes what is asked for through `port`, and answers each. */
export function writeAsked(port: MessagePort): void {
  port.on('message', (part: Part) => {
    void replyTo(part).then((reply) => port.postMessage(reply))
  })
}

async function replyTo(part: Part): Promise<PartReply> {
  try {
    return { kind: 'done', summaries: await writePart(part) }
  } catch (error) {
    if (error instanceof CannotMergeError) return { kind: 'cannotMerge', reason: error.reason }
    const ofDisk = ofFullDisk(error)
    return { kind: ofDisk === undefined ? 'failed' : 'fullDisk', reason: messageOf(ofDisk ?? error) }
  }
}
