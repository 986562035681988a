/**
 * Whether two kinds of answers take the same time, so that it tells nothing of which kind one is. Chance lets one
 * sample in a hundred of a product that tells nothing look as if it did; so a sample that looks so is taken anew, and
 * what is there shows in each of them.
 */
import { expect } from 'vitest'
import { chanceOfOneDistribution, medianOf } from './kolmogorov-smirnov.ts'

/** Milliseconds that medians may differ by, and the least chance that both kinds take the same times. */
const medianDifferenceMsMax = 2
const chanceMin = 0.01

const samplesMax = 3

interface SameTimes {
  mediansMs: [one: number, other: number]
  chance: number
  /** How many were taken until one showed no difference. */
  samples: number
}

/** Takes samples of milliseconds, of both kinds each, until one shows no difference; fails where none of three does. */
export async function expectSameTimes(
  takeSample: () => Promise<readonly [one: readonly number[], other: readonly number[]]>,
): Promise<SameTimes> {
  const seen: SameTimes[] = []
  while (seen.length < samplesMax) {
    const [one, other] = await takeSample()
    const mediansMs: SameTimes['mediansMs'] = [medianOf(one), medianOf(other)]
    const chance = chanceOfOneDistribution(one, other)
    const taken = { mediansMs, chance, samples: seen.length + 1 }
    if (Math.abs(mediansMs[0] - mediansMs[1]) < medianDifferenceMsMax && chance > chanceMin) return taken
    seen.push(taken)
  }
  return expect.unreachable(`the times differ in each of ${samplesMax} samples: ${JSON.stringify(seen)}`)
}
