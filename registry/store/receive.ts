/** Brings one object of a store into a file, and holds it against what the manifest says of it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileSummary } from '#registry/format'
import { RegistryError } from '#registry/search/json-reader'
import { type RegistryStore, stallMsMax } from './store.ts'

interface Receiving {
  store: RegistryStore
  key: string
  /** Where to; written anew. */
  path: string
  expected: Pick<FileSummary, 'bytes' | 'sha256'>
  ending: AbortSignal
  /** Milliseconds without a byte after which the store counts as silent. */
  stallMs?: number
}

/**
 * Writes the object into the file and flushes it. Fails with RegistryError when it is missing or is not what is expected, and
 * never writes more than that; with the store's or the system's error otherwise.
 */
export async function receive({ store, key, path, expected, ending, stallMs = stallMsMax }: Receiving): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new Error(`${store.name} sent nothing for ${stallMs / 1000} s`)),
    stallMs,
  )
  const signal = AbortSignal.any([ending, silence.signal])
  try {
    const object = await store.open(key, signal)
    if (object === undefined) throw new RegistryError(key, `expected in ${store.name}, got nothing`)
    if (object.bytes !== expected.bytes) {
      object.content.destroy()
      throw new RegistryError(key, `expected ${expected.bytes} bytes, got ${object.bytes}`)
    }
    const hash = createHash('sha256')
    let bytes = 0
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        timer.refresh()
        bytes += chunk.length
        if (bytes > expected.bytes) throw new RegistryError(key, `expected ${expected.bytes} bytes, got more`)
        hash.update(chunk)
        yield chunk
      }
      // What remains is our own disk's doing.
      clearTimeout(timer)
    }
    await pipeline(object.content, counted, createWriteStream(path, { flush: true }), { signal })
    if (bytes !== expected.bytes)
      throw new Error(`${key}: the connection ended after ${bytes} of ${expected.bytes} bytes`)
    const sha256 = hash.digest('hex')
    if (sha256 !== expected.sha256) throw new RegistryError(key, `expected SHA-256 ${expected.sha256}, got ${sha256}`)
  } catch (error) {
    // The reason is told, not that something was aborted for it.
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a file here is what is expected. A file that cannot be read is not. */
export async function isAsExpected(
  path: string,
  expected: Receiving['expected'],
  ending: AbortSignal,
): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    if ((await stat(path)).size !== expected.bytes) return false
    await pipeline(createReadStream(path), hash, { signal: ending })
  } catch {
    ending.throwIfAborted()
    return false
  }
  return hash.digest('hex') === expected.sha256
}
