/**
 * Reads files whole and makes their checksums, as a thread of checked-files.ts. Node 20 reads no TypeScript in a thread, and to
 * compile this would take longer than to check a hundred megabytes, so it is none. It takes the next file that no thread has begun,
 * answers for it, and ends when there is none.
 */
import { createCipheriv } from 'node:crypto'
import { readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const { files, begun, chunkBytes, gmacParts } = workerData
const passing = new Uint8Array(chunkBytes)

for (let place = Atomics.add(begun, 0, 1); place < files.length; place = Atomics.add(begun, 0, 1)) {
  const { descriptor, bytes, isKept } = files[place]
  const content = isKept ? new Uint8Array(new SharedArrayBuffer(bytes)) : undefined
  const gmac = createCipheriv(gmacParts.cipher, gmacParts.key, gmacParts.nonce)
  let done = 0
  let failure
  try {
    while (done < bytes) {
      const length = readSync(descriptor, passing, 0, Math.min(chunkBytes, bytes - done), done)
      if (length === 0) break
      const chunk = passing.subarray(0, length)
      gmac.setAAD(chunk)
      content?.set(chunk, done)
      done += length
    }
  } catch (error) {
    failure = error.message
  }
  gmac.final()
  const answer = { place, gmac: gmac.getAuthTag().toString('hex'), done, content, failure }
  parentPort.postMessage(answer)
}
