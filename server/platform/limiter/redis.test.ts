import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { checkLimiter } from '../../../test/support/platform/limiter-checks.ts'
import { redisMissing, startTestRedis, type TestRedis } from '../../../test/support/platform/test-redis.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { isNight } from '../../../test/support/trials.ts'
import { openLimiter } from './limiter.ts'

const missing = redisMissing()
const rule = { name: 'minute', limit: 1, windowSeconds: 60 }

/** Each take asks the server, so the trials with most of them have fewer windows. */
const [windowsMin, windowsMax] = [2, 10]
const takesOfTrial = 3_000

it('is connected to before the first call', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const port = typeof address === 'object' ? address?.port : 0
  const limiter = openLimiter(`redis://127.0.0.1:${port}`, { warn: (sentence) => expect.unreachable(sentence) })
  ;(await connected).destroy()
  await limiter.close()
  server.close()
})

describe.skipIf(missing !== undefined)(`redis:${missing === undefined ? '' : ` (not tried: ${missing})`}`, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startTestRedis()
  })
  afterAll(() => redis.stop())

  /** However busy the machine that runs the tests is, the server is there. */
  const calm = { warn: (sentence: string) => expect.unreachable(sentence), waitMs: 10_000 }

  checkLimiter('redis:', {
    open: (now) => openLimiter(redis.url, { ...calm, now }),
    processes: [1, 2, 4],
    limits: isNight ? [10, 100, 1000] : [10, 100],
    loads: isNight ? [0.5, 1, 2, 5, 10] : [0.5, 2, 5],
    windowsOf: (takes) => Math.max(windowsMin, Math.min(windowsMax, Math.floor(takesOfTrial / takes))),
    seededRandom,
  })

  it('counts by the clock of the server by default', async () => {
    const limiter = openLimiter(redis.url, calm)
    const { states } = await limiter.take('clock', [rule])
    expect(states[0].resetSeconds).toBeGreaterThan(59)
    expect(states[0].resetSeconds).toBeLessThanOrEqual(61)
    await limiter.close()
  })

  it('allows exactly the limit to many takes at once, over four processes', async () => {
    const four = Array.from({ length: 4 }, () => openLimiter(redis.url, calm))
    const hundred = { ...rule, limit: 100 }
    const takes = await Promise.all(Array.from({ length: 1000 }, (_, at) => four[at % 4].take('many', [hundred])))
    expect(takes.filter(({ isAllowed }) => isAllowed)).toHaveLength(100)
    await Promise.all(four.map((limiter) => limiter.close()))
  })

  it('allows another one when a window is over by the clock of the server', async () => {
    const limiter = openLimiter(redis.url, calm)
    await limiter.take('brief', [{ name: 'second', limit: 1, windowSeconds: 1 }])
    await eventually(async () => {
      const { isAllowed, states } = await limiter.take('brief', [{ name: 'second', limit: 1, windowSeconds: 1 }])
      expect([isAllowed, states[0].remaining]).toEqual([true, 0])
    })
    await limiter.close()
  })
})

describe.skipIf(missing !== undefined)(
  `a limiter whose server goes away${missing === undefined ? '' : ` (not tried: ${missing})`}`,
  () => {
    it('counts for itself, warns the operator once, and counts with the others again when it is back', async () => {
      let redis = await startTestRedis()
      const said: string[] = []
      // One that was stopped is known to be away at once; one that is there may be slow on a busy machine.
      const patient = { warn: (sentence: string) => said.push(sentence), waitMs: 10_000 }
      const limiter = openLimiter(redis.url, patient)
      expect((await limiter.take('a', [rule])).isAllowed).toBe(true)
      await redis.stop()

      // In its own memory the subject has taken nothing yet.
      expect((await limiter.take('a', [rule])).isAllowed).toBe(true)
      expect((await limiter.take('a', [rule])).isAllowed).toBe(false)
      expect(said).toEqual([expect.stringMatching(/^The limiter's server does not answer, so each process counts/)])

      redis = await startTestRedis(Number(new URL(redis.url).port))
      await eventually(async () => {
        await limiter.take('b', [{ ...rule, limit: 1000 }])
        expect(said.at(-1)).toBe("The limiter's server answers again.")
      })
      const other = openLimiter(redis.url, patient)
      expect((await limiter.take('c', [rule])).isAllowed).toBe(true)
      expect((await other.take('c', [rule])).isAllowed).toBe(false)
      expect(said).toHaveLength(2)
      await Promise.all([limiter.close(), other.close()])
      await redis.stop()
    })

    it('does not wait for one that stays silent, and forgets its answers', async () => {
      const redis = await startTestRedis()
      const said: string[] = []
      const limiter = openLimiter(redis.url, { warn: (sentence) => said.push(sentence) })
      await limiter.take('a', [rule])
      redis.freeze()
      const takes = await Promise.all(Array.from({ length: 50 }, () => limiter.take('b', [rule])))
      expect(takes.filter(({ isAllowed }) => isAllowed)).toHaveLength(1)
      expect(said).toHaveLength(1)
      redis.thaw()
      await eventually(async () => {
        await limiter.take('c', [{ ...rule, limit: 1000 }])
        expect(said).toHaveLength(2)
      })
      await limiter.close()
      await redis.stop()
    })

    it('that came up after the process counts from the first call on, without a warning', async () => {
      const port = await freePort()
      const calm = { warn: (sentence: string) => expect.unreachable(sentence), waitMs: 10_000 }
      const early = openLimiter(`redis://127.0.0.1:${port}`, calm)
      const redis = await startTestRedis(port)
      const other = openLimiter(redis.url, calm)
      expect((await early.take('a', [rule])).isAllowed).toBe(true)
      expect((await other.take('a', [rule])).isAllowed).toBe(false)
      await Promise.all([early.close(), other.close()])
      await redis.stop()
    })

    it('that was never there is no hindrance', async () => {
      const said: string[] = []
      const limiter = openLimiter('redis://127.0.0.1:1', { warn: (sentence) => said.push(sentence) })
      expect((await limiter.take('a', [rule])).isAllowed).toBe(true)
      expect((await limiter.take('a', [rule])).isAllowed).toBe(false)
      expect(said).toHaveLength(1)
      await limiter.close()
    })
  },
)
