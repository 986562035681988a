import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bytesOfBase64 } from '../platform/base64.ts'
import { prepareImage } from './decode-image.ts'

describe('C1: base64', () => {
  test('of any bytes is read as these bytes', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, n) => (n * 37 + length) & 0xff))
      expect(bytesOfBase64(bytes.toString('base64'))).toEqual(bytes)
    }
  })

  test.each([
    ['with a line end in it', 'AQID\nBAUG'],
    ['with line ends that keep its length a multiple of four', 'AQID\r\n\r\nBAUG'],
    ['with blanks', 'AQID    BAUG'],
    ['with a line end behind it', 'AQIDBAUG\n'],
    ['in the alphabet of URLs', '-_-_'],
    ['without padding', 'AQ'],
    ['with too little padding', 'AQ='],
    ['with too much padding', 'AQI=='],
    ['with padding alone', '===='],
    ['with padding inside', 'AQ==AQID'],
    ['with three signs of padding', 'A==='],
    ['with a prefix', 'data:image/png;base64,AQID'],
    ['with a character beyond ASCII', 'AQIÄ'],
    ['with a NUL', 'AQI\0'],
  ])('%s is none', (_, text) => expect(bytesOfBase64(text)).toBeUndefined())

  test('whose last character says more than its bytes is none, whatever more it says', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const read = (ending: string) => [...alphabet].filter((last) => bytesOfBase64(`A${last}${ending}`) !== undefined)
    expect(read('==')).toEqual(['A', 'Q', 'g', 'w'])
    const before = [...alphabet].filter((last) => bytesOfBase64(`AA${last}=`) !== undefined)
    expect(before).toEqual([...'AEIMQUYcgkosw048'])
  })
})

describe('C1: an image that is not read in time', () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each([
    ['is refused when it took the processor for that time', 3_900_000, { ok: false, reason: 'too_slow' }],
    ['may be sent again when others had the processor', 1_000_000, 'busy'],
    ['may be sent again when others had the processor for a part of it', 3_000_000, 'busy'],
  ])('%s', async (_, user, expected) => {
    const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'navy' } })
      .jpeg()
      .toBuffer()
    vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(new Error('timeout: 40% complete'))
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user, system: 0 })
    const answer = await prepareImage(picture.toString('base64'))
    if (typeof expected === 'string') expect(answer).toBe(expected)
    else expect(answer).toMatchObject(expected)
  })
})
