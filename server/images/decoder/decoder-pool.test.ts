import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPhoto } from '../../../test/support/test-pictures.ts'
import { type DecoderPool, openDecoderPool } from './decoder-pool.ts'

let decoder: DecoderPool
beforeEach(() => {
  decoder = openDecoderPool()
})
afterEach(() => decoder.close())

/** How many processes of ours decode images. */
function decoders(): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isDecoderOfOurs(pid)).length
}

function isDecoderOfOurs(pid: string): boolean {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decoder/main.ts')
  } catch {
    return false
  }
}

test('C1: four images are decoded at a time, sixteen wait, and the next is refused at once', async () => {
  const image = (await newPhoto()).toString('base64')
  const taken = Array.from({ length: 20 }, () => decoder.prepare(image))
  const isAnyDone = Promise.race(taken).then(() => 'done')
  expect(await Promise.race([decoder.prepare(image), isAnyDone])).toBe('busy')
  if (process.platform === 'linux') expect(decoders()).toBe(4)
  for (const answer of await Promise.all(taken)) expect(answer).not.toBe('busy')
  expect(await decoder.prepare(image)).not.toBe('busy')
  if (process.platform === 'linux') expect(decoders()).toBeLessThanOrEqual(4)
})
