/** Who writes the parts of a merged snapshot: of a large version a thread for each, beside the one that writes the rest. */
import type { FileSummary, Manifest } from '#registry/format'
import { AnsweringThread } from '../../../threads/answering-thread.ts'
import { threadsMinBytes } from '../../limits.ts'
import { CannotMergeError } from '../cannot-merge.ts'
import { type Part, writePart } from './parts.ts'
import type { PartReply } from './write-asked.ts'

export interface PartWriter {
  /** Begins at once. Its failure is told by whoever awaits it, if anybody does. */
  write(part: Part): Promise<Record<string, FileSummary>>
  /** Ends it, whatever it is doing. */
  close(): Promise<void>
}

const program = new URL('./main.ts', import.meta.url)

/** A writer for the parts of what is merged onto a version. */
export function partWriterFor({ files }: Manifest): PartWriter {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  return bytes < threadsMinBytes ? writingHere() : writingThreads()
}

/** Cannot be ended, so that closing waits for it: what is written must not be written behind whoever removes it. */
function writingHere(): PartWriter {
  const begun: Promise<unknown>[] = []
  return {
    write(part) {
      const written = writePart(part)
      begun.push(written.catch(() => {}))
      return written
    },
    async close() {
      await Promise.all(begun)
    },
  }
}

/** Has each part written by a thread of its own, as many as there are parts. */
export function writingThreads(): PartWriter {
  const threads: AnsweringThread<Part, PartReply>[] = []
  const write = async (part: Part) => {
    const thread = new AnsweringThread<Part, PartReply>(program, { workerData: undefined, owner: 'merge' })
    threads.push(thread)
    const reply = await thread.ask(part, [])
    // What it had in memory is not needed any more.
    await thread.close()
    switch (reply.kind) {
      case 'done':
        return reply.summaries
      case 'cannotMerge':
        throw new CannotMergeError(reply.reason)
      case 'fullDisk':
        throw Object.assign(new Error(reply.reason), { code: 'ENOSPC' })
      case 'failed':
        throw new Error(reply.reason)
    }
  }
  return {
    write(part) {
      const written = write(part)
      written.catch(() => {})
      return written
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
