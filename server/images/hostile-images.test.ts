import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HostileImage, hostileImages, payloadMark } from '../../test/support/images/hostile-images.ts'
import { runningDecoders } from '../../test/support/images/test-decoders.ts'
import { reported } from '../../test/support/reported.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { isNight, trials } from '../../test/support/trials.ts'
import { type DecoderPool, openDecoderPool } from './decoder/decoder-pool.ts'
import type { ImageAnswer, PreparedImage } from './image-answer.ts'

/** Mutations of whole pictures that are tried. */
const mutations = trials({ commit: 100, nightly: 2_000 })
const seed = 1

/** Milliseconds in which every picture ends in an answer. */
const answeredMsMax = 5_000

/** Bytes of memory by which a process may grow over one file. */
const bytesMoreMax = 300_000_000

let decoder: DecoderPool
let corpus: HostileImage[]

beforeAll(async () => {
  corpus = await hostileImages()
})
beforeEach(() => {
  decoder = openDecoderPool()
})
afterEach(() => decoder.close())

async function prepare(image: string): Promise<ImageAnswer | 'lost'> {
  const answer = await decoder.prepare(image)
  // One is asked at a time, so that others on this machine have the processor.
  return answer === 'busy' ? 'lost' : answer
}

/**
 * What comes of a picture. One that is lost is tried again, since on a busy machine any may have to wait five seconds
 * for the processor; another picture goes before, so that the time that a new process has to start is none that this
 * one has.
 */
async function prepareAtLast(image: string): Promise<ImageAnswer | 'lost'> {
  const answer = await prepare(image)
  if (answer !== 'lost') return answer
  expect(await prepare((await plainPicture()).toString('base64'))).toMatchObject({ ok: true })
  return prepare(image)
}

describe('C3, C4, C5, T27: files made to harm', () => {
  it('are 60 or more', () => expect(corpus.length).toBeGreaterThanOrEqual(60))

  // An answer that took five seconds would be `lost` (decoder-pool.test.ts), twice.
  it('are refused with a sentence, or kept as their pixels alone, in five seconds and 300 MB each; the server goes on and stays small', async () => {
    const before = process.memoryUsage().rss
    expect(await prepare((await plainPicture()).toString('base64'))).toMatchObject({ ok: true })
    const idleBytes = decoderPeakBytes()
    const heaviest = { name: '', bytesMore: 0 }
    const wrong: unknown[] = []
    for (const { name, image, isTaken } of corpus) {
      const answer = await prepareAtLast(image)
      if (answer === 'lost') {
        wrong.push([name, answer])
        continue
      }
      const bytesMore = decoderPeakBytes() - idleBytes
      if (bytesMore > heaviest.bytesMore) Object.assign(heaviest, { name, bytesMore })
      if (isTaken !== 'perhaps' && answer.ok !== isTaken) wrong.push([name, answer.ok ? 'taken' : answer.sentence])
      else if (!answer.ok) expect(answer.sentence).toMatch(/^(The image|This \w+ picture) .+\.$/)
      else await expectPixelsAlone(name, answer)
    }
    expect(wrong).toEqual([])
    if (process.platform === 'linux') expect(heaviest.bytesMore, heaviest.name).toBeGreaterThan(0)
    expect(heaviest.bytesMore, heaviest.name).toBeLessThan(bytesMoreMax)
    expect(process.memoryUsage().rss - before).toBeLessThan(bytesMoreMax)
    expect(await prepare((await plainPicture()).toString('base64'))).toMatchObject({ ok: true })
  })

  it(`T27: ${mutations} pictures with bytes changed at random end in an answer`, async () => {
    const whole = corpus
      .filter(({ isTaken }) => isTaken === true)
      .map(({ image }) => Buffer.from(image, 'base64'))
      .filter(({ length }) => length < 100_000)
    const random = seededRandom(seed)
    await reported({ id: 'T27', seed, trials: mutations }, async () => {
      const ends = { taken: 0, refused: 0, decodersLost: 0 }
      let answeredMs = 0
      for (let n = 0; n < mutations; n++) {
        const bytes = Buffer.from(whole[random(whole.length)] ?? [])
        for (let change = random(20); change >= 0; change--) bytes[random(bytes.length)] = random(256)
        const startedMs = performance.now()
        const answer = await prepare(bytes.toString('base64'))
        answeredMs = Math.max(answeredMs, performance.now() - startedMs)
        ends[answer === 'lost' ? 'decodersLost' : answer.ok ? 'taken' : 'refused']++
        if (answer !== 'lost' && answer.ok) await expectPixelsAlone(`mutation ${n}`, answer)
      }
      if (isNight) expect(answeredMs).toBeLessThan(answeredMsMax)
      return { ...ends, answeredMsMax: answeredMs }
    })
  })
})

/** The most memory that a process has had that decodes for this one; 0 where it is not known. */
function decoderPeakBytes(): number {
  if (process.platform !== 'linux') return 0
  // One that has ended may stand in the list for a moment, without memory.
  const peaks = runningDecoders().flatMap(({ peakBytes }) => (peakBytes > 0 ? [peakBytes] : []))
  expect(peaks, 'the memory of the processes that decode').not.toEqual([])
  return Math.max(...peaks)
}

/** One that is taken. */
function plainPicture(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}

/** What is kept is a WebP image that decodes, without metadata, profile or anything the file hid. */
async function expectPixelsAlone(name: string, { webp, width, height }: PreparedImage): Promise<void> {
  const { format, exif, xmp, icc, iptc } = await sharp(webp).metadata()
  expect([name, format, exif, xmp, icc, iptc]).toEqual([name, 'webp', undefined, undefined, undefined, undefined])
  const { info } = await sharp(webp, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
  expect([name, info.width, info.height]).toEqual([name, width, height])
  expect(webp.readUInt32LE(4) + 8).toBe(webp.length)
  for (const hidden of [payloadMark, '<script', '<?php', 'EICAR', 'PK\x03\x04'])
    expect(webp.includes(hidden)).toBe(false)
}
