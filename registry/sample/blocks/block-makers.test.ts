import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleFiles } from './block.ts'
import { type BlockMakers, thisThread, threads } from './block-makers.ts'

const sample = { providers: 80_000, seed: 5 }

const madeBy = (makers: BlockMakers) => {
  onTestFinished(() => makers.close())
  return makers
}
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
const npisOf = (bytes: Uint8Array) => text(bytes).match(/^"2\d{9}"/gm) ?? []

describe('the blocks of a sample', () => {
  it('are the same from threads as from this one, in whatever order they are asked for', async () => {
    const [here, there] = [madeBy(thisThread(sample)), madeBy(threads(sample, 2))]
    const made = await Promise.all([3, 1, 2].map((block) => there.make(block)))
    for (const [index, block] of [3, 1, 2].entries()) {
      const expected = await here.make(block)
      for (const file of sampleFiles) {
        expect(expected[file].length).toBeGreaterThan(0)
        expect(Buffer.compare(made[index]?.[file] ?? Buffer.alloc(0), expected[file])).toBe(0)
      }
    }
  })

  it('hold what is left in the last one, and nobody and no hospital twice', async () => {
    const here = madeBy(thisThread(sample))
    const blocks = [await here.make(0), await here.make(1), await here.make(2), await here.make(3)]
    expect(blocks.map(({ main }) => npisOf(main).length)).toEqual([25_000, 25_000, 25_000, 5000])
    expect(new Set(blocks.flatMap(({ main }) => npisOf(main))).size).toBe(80_000)
    const hospitals = blocks.flatMap((block) => text(block.hospitals).match(/^"X[0-9A-Z]{5}"/gm) ?? [])
    expect(hospitals.length).toBeGreaterThan(50)
    expect(new Set(hospitals).size).toBe(hospitals.length)
  })

  it('are of different people', async () => {
    const here = madeBy(thisThread(sample))
    const linesOf = (bytes: Uint8Array) =>
      text(bytes)
        .replaceAll(/^"2\d{9}",/gm, '')
        .split('\n')
    const [first, second] = [await here.make(0), await here.make(1)]
    const before = new Set(linesOf(first.main).filter((line) => line.startsWith('"1"')))
    expect(before.size).toBeGreaterThan(15_000)
    expect(linesOf(second.main).filter((line) => before.has(line))).toEqual([])
  })

  it('fail when the thread has ended', async () => {
    const makers = threads(sample, 1)
    await makers.close()
    await expect(makers.make(0)).rejects.toThrow(/^a thread of the sample ended with code \d+$/)
  })
})
