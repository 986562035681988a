/**
 * Where an export's bytes are: in parts of one size, in the store that has the images, so that every process can send
 * them and no process holds more than a part or two. What they hold is public, so they are not encrypted.
 */
import type { Files } from '../platform/files/files.ts'

export const exportsFolder = 'exports'

export const partBytes = 8 * 1024 * 1024

/** One run of an export, counted from 1; 0 wrote before runs were counted. */
export interface ExportRun {
  id: string
  run: number
}

/** Of one run: a process that goes on after another took its export over writes into no file of the other. */
function partKey({ id, run }: ExportRun, part: number): string {
  return `${exportsFolder}/${id}/${run === 0 ? '' : `${run}-`}${part}`
}

export async function removeParts(files: Files, run: ExportRun, count: number): Promise<void> {
  for (let part = 0; part < count; part++) await files.remove(partKey(run, part))
}

/** Those of this run and of all before it. */
export async function removeAllParts(files: Files, { id, run }: ExportRun, count: number): Promise<void> {
  for (let one = Math.min(1, run); one <= run; one++) await removeParts(files, { id, run: one }, count)
}

/** The bytes from `from` up to `to`. Fails when a part is missing, as when the export is deleted meanwhile. */
export async function* readParts(files: Files, run: ExportRun, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const part = Math.floor(at / partBytes)
    const bytes = await files.get(partKey(run, part))
    const start = at - part * partBytes
    const piece = bytes?.subarray(start, Math.min(partBytes, to - part * partBytes))
    if (piece === undefined || piece.length === 0)
      throw new Error(`part ${part} of export ${run.id} is missing or too short`)
    yield piece
    at += piece.length
  }
}

/** Fills parts in the order of their numbers and puts each while the next one is filled. */
export class PartWriter {
  bytes = 0
  /** Those that are put, and the one that is filled. */
  parts = 0
  private readonly files: Files
  private readonly run: ExportRun
  private current = Buffer.allocUnsafeSlow(partBytes)
  private spare = Buffer.allocUnsafeSlow(partBytes)
  private filled = 0
  private putting: Promise<void> = Promise.resolve()

  constructor(files: Files, run: ExportRun) {
    this.files = files
    this.run = run
  }

  /** Undefined unless a part is full: then wait before the next call. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    if (bytes.length <= partBytes - this.filled) {
      this.take(bytes)
      return undefined
    }
    return this.writeOver(bytes)
  }

  async end(): Promise<void> {
    if (this.filled > 0) await this.put()
    await this.putting
  }

  private take(bytes: Uint8Array): void {
    this.current.set(bytes, this.filled)
    this.filled += bytes.length
    this.bytes += bytes.length
  }

  private async writeOver(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + partBytes - this.filled)
      this.take(piece)
      from += piece.length
      if (this.filled === partBytes) await this.put()
    }
  }

  private async put(): Promise<void> {
    await this.putting
    const full = this.current
    this.putting = this.files.put(partKey(this.run, this.parts++), full.subarray(0, this.filled))
    // A failure is thrown by the next wait.
    this.putting.catch(() => {})
    this.current = this.spare
    this.spare = full
    this.filled = 0
  }
}
