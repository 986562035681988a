/**
 * Reads files whole and compares them with the SHA-256 of their summaries, in short stretches, so that a process that serves meanwhile goes on
 * serving. Fails with a RegistryError that names the file: missing, of another size, changed, unreadable.
 */
import { createHash } from 'node:crypto'
import { close, constants, fstat, open, read } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FileSummary } from '#registry/format'
import { RegistryError } from './json-reader.ts'
import { messageOf } from './thrown.ts'

const openFile = promisify(open)
const statFile = promisify(fstat)
const readFile = promisify(read)
const closeFile = promisify(close)

/** Half a millisecond of work. */
const chunkBytes = 1024 * 1024

/** A file that is open and as long as its summary says. */
export interface OpenFile {
  name: string
  descriptor: number
  summary: FileSummary
}

/** The caller closes it. */
export async function openChecked(dir: string, name: string, summary: FileSummary): Promise<OpenFile> {
  let descriptor: number
  try {
    descriptor = await openFile(join(dir, name), constants.O_RDONLY)
  } catch (error) {
    throw new RegistryError(name, `could not be opened: ${messageOf(error)}`)
  }
  const { size } = await statFile(descriptor)
  if (size === summary.bytes) return { name, descriptor, summary }
  await closeFile(descriptor)
  throw new RegistryError(name, `expected ${summary.bytes} bytes, got ${size}`)
}

/** The content of a file, in memory that threads share. */
export async function loadChecked(file: OpenFile): Promise<Uint8Array<SharedArrayBuffer>> {
  const content = new Uint8Array(new SharedArrayBuffer(file.summary.bytes))
  await compare(file, (chunk, at) => content.set(chunk, at))
  return content
}

/** Reads all bytes of a file, hands them on and compares them. */
export async function compare(
  { name, descriptor, summary: { bytes, sha256 } }: OpenFile,
  take: (chunk: Uint8Array, at: number) => void | Promise<void> = () => {},
): Promise<void> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, bytes))
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await readFile(descriptor, chunk, 0, chunk.length, done).catch((error: unknown) => {
      throw new RegistryError(name, `could not be read: ${messageOf(error)}`)
    })
    if (bytesRead === 0) throw new RegistryError(name, `ended at byte ${done} while it was read`)
    const part = chunk.subarray(0, Math.min(bytesRead, bytes - done))
    hash.update(part)
    await take(part, done)
    done += part.length
  }
  const found = hash.digest('hex')
  if (found !== sha256) throw new RegistryError(name, `expected SHA-256 ${sha256}, got ${found}`)
}

/** For each part of its time that a slow comparison works, it rests so many. */
const restsPerWork = 9

/**
 * Compares all files of a snapshot by a tenth of a processor, and answers with an error for each that was damaged. An aborted `signal` ends it
 * early, with those found so far.
 */
export async function damagedAmong(
  dir: string,
  summaries: Record<string, FileSummary>,
  signal: AbortSignal,
): Promise<RegistryError[]> {
  const damages: RegistryError[] = []
  let workedSinceMs = performance.now()
  const rest = async () => {
    const restMs = restsPerWork * (performance.now() - workedSinceMs)
    await wait(restMs, undefined, { signal, ref: false })
    workedSinceMs = performance.now()
  }
  for (const [name, summary] of Object.entries(summaries)) {
    try {
      const file = await openChecked(dir, name, summary)
      await compare(file, rest).finally(() => closeFile(file.descriptor))
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof RegistryError)) throw error
      damages.push(error)
    }
  }
  return damages
}
