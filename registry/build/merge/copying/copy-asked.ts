import type { MessagePort } from 'node:worker_threads'
import type { FileSummary } from '#registry/format'
import { messageOf } from '#registry/read/thrown'
import { isOfFullDisk } from '../../full-disk.ts'
import { CannotMergeError } from '../cannot-merge.ts'
import { copyRecords, type RecordCopy } from './copy-records.ts'

/** What became of a copy. Errors lose their class and their code on their way to another thread. */
export type CopyReply =
  | { kind: 'done'; summaries: Record<string, FileSummary> }
  | { kind: 'cannotMerge'; reason: string }
  | { kind: 'fullDisk' | 'failed'; message: string }

/** Copies what is asked for through `port`, and answers each. */
export function copyAsked(port: MessagePort): void {
  port.on('message', (copy: RecordCopy) => {
    void replyTo(copy).then((reply) => port.postMessage(reply))
  })
}

async function replyTo(copy: RecordCopy): Promise<CopyReply> {
  try {
    return { kind: 'done', summaries: await copyRecords(copy) }
  } catch (error) {
    if (error instanceof CannotMergeError) return { kind: 'cannotMerge', reason: error.reason }
    return { kind: isOfFullDisk(error) ? 'fullDisk' : 'failed', message: messageOf(error) }
  }
}
