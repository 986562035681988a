import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Window } from './window.ts'

const content = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))

/** Its content in chunks, which all stand in the same memory; `told.ended` is whether it was closed or read to its end. */
async function* chunksOf(chunkBytes: number, told = { ended: false }) {
  const memory = Buffer.alloc(chunkBytes)
  try {
    for (let at = 0; at < content.length; at += chunkBytes) {
      const length = content.copy(memory, 0, at, at + chunkBytes)
      yield memory.subarray(0, length)
    }
  } finally {
    told.ended = true
  }
}

test('gives any pieces of a file whose beginnings ascend, though they overlap or pass some over', async () => {
  const piece = fc.record({ step: fc.nat(300), length: fc.nat(500) })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.array(piece), async (chunkBytes, pieces) => {
      const window = new Window(chunksOf(chunkBytes))
      let from = 0
      for (const { step, length } of pieces) {
        from = Math.min(from + step, content.length)
        const to = Math.min(from + length, content.length)
        expect((await window.bytes(from, to)).equals(content.subarray(from, to))).toBe(true)
      }
    }),
  )
})

test('reads to the end when it is told to, lets go of what it reads, and says where a file ends too soon', async () => {
  const told = { ended: false }
  const finished = new Window(chunksOf(100, told))
  await finished.bytes(0, 10)
  await finished.finish()
  expect(told.ended).toBe(true)
  const closed = { ended: false }
  const window = new Window(chunksOf(100, closed))
  await window.bytes(0, 10)
  await window.close()
  expect(closed.ended).toBe(true)
  const passed = new Window(chunksOf(100))
  await passed.bytes(950, 1050)
  await expect(passed.bytes(949, 1000)).rejects.toThrow('expected bytes from 950 on; got 949')
  await expect(new Window(chunksOf(100)).bytes(4000, 5001)).rejects.toThrow('expected the bytes up to 5001; got 5000')
})
