/** Who copies records and details: of a large version another thread, beside the one that writes indexes. Both do it by the same function. */
import type { FileSummary, Manifest } from '#registry/format'
import { AnsweringThread } from '../../../threads/answering-thread.ts'
import { threadsMinBytes } from '../../limits.ts'
import { CannotMergeError } from '../cannot-merge.ts'
import type { CopyReply } from './copy-asked.ts'
import { copyRecords, type RecordCopy } from './copy-records.ts'

export interface Copier {
  copy(copy: RecordCopy): Promise<Record<string, FileSummary>>
  /** Ends it, whatever it is doing. */
  close(): Promise<void>
}

const program = new URL('./main.ts', import.meta.url)

/** A copier for a version. */
export function copierFor({ files }: Manifest): Copier {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  return bytes < threadsMinBytes ? copyingHere() : copyingThread()
}

/** Cannot be ended, so that closing waits for it: what is written must not be written behind whoever removes it. */
function copyingHere(): Copier {
  let copied: Promise<unknown> = Promise.resolve()
  return {
    copy(copy) {
      const copying = copyRecords(copy)
      copied = copying.catch(() => {})
      return copying
    },
    async close() {
      await copied
    },
  }
}

export function copyingThread(): Copier {
  const thread = new AnsweringThread<RecordCopy, CopyReply>(program, { workerData: undefined, owner: 'merge' })
  return {
    async copy(copy) {
      const reply = await thread.ask(copy, [])
      switch (reply.kind) {
        case 'done':
          return reply.summaries
        case 'cannotMerge':
          throw new CannotMergeError(reply.reason)
        case 'fullDisk':
          throw Object.assign(new Error(reply.message), { code: 'ENOSPC' })
        case 'failed':
          throw new Error(reply.message)
      }
    },
    close: () => thread.close(),
  }
}
