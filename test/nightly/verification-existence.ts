/**
 * A2: a second account can learn nothing of a verification by its id, by the link to its image, by the time of the
 * answer or by a list: what is another's is answered as what never was, byte for byte, header for header and in the
 * same time.
 */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verification as shape } from '#contract/verifications'
import { uuidv7 } from '#server/platform/uuid'
import { reported } from '../support/reported.ts'
import { expectSameTimes } from '../support/same-times.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const samplesPerArm = 1_000
const verifications = 20

let server: TestServer
let origin: string
let stranger: TestAccount
/** Ids, and paths of images as their owner is given them. */
let theirs: { id: string; imagePath: string }[]

beforeAll(async () => {
  server = await startTestServer()
  origin = `http://127.0.0.1:${await server.listen()}`
  stranger = await server.signUp()
  const owner = await server.signUp()
  theirs = []
  for (let count = 0; count < verifications; count++) theirs.push(await submit(owner, count))
})
afterAll(() => server.close())

async function submit({ apiKey }: TestAccount, count: number) {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const body = { npi: String(1_000_000_000 + count), credential: 'MD', image }
  const made = shape.parse((await server.post('/api/verifications', body, { 'api-key': apiKey })).body)
  const { pathname } = new URL(made.imageUrl ?? '')
  return { id: made.id, imagePath: pathname }
}

/** What the stranger sees of an answer, but for what is new in every answer. */
async function ask(path: string): Promise<{ seen: string; ms: number }> {
  const startedMs = performance.now()
  const answer = await fetch(`${origin}${path}`, { headers: { 'api-key': stranger.apiKey } })
  const body = await answer.text()
  const ms = performance.now() - startedMs
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return { seen: JSON.stringify([answer.status, headers, body]), ms }
}

/** A link that was made for nobody. */
const forged = (imagePath: string) =>
  `${imagePath}?viewer=${stranger.accountId}&expires=${Math.floor(Date.now() / 1000) + 200}&signature=${'A'.repeat(43)}`

const oneOfTheirs = () => theirs[randomInt(theirs.length)] ?? expect.unreachable()

test.each([
  ['id', () => `/api/verifications/${oneOfTheirs().id}`, () => `/api/verifications/${uuidv7()}`],
  ['link', () => forged(oneOfTheirs().imagePath), () => forged(`/images/${uuidv7()}`)],
  [
    'list',
    () => `/api/verifications?npi=${1_000_000_000 + randomInt(verifications)}`,
    () => `/api/verifications?npi=${1_500_000_000 + randomInt(verifications)}`,
  ],
])('A2: a second account can tell nothing by %s', async (by, another, none) => {
  await reported({ id: `A2-${by}`, seed: null, trials: 2 * samplesPerArm }, async () => {
    const seen = new Set<string>()
    // What runs for the first time is slower.
    for (let warm = 0; warm < 50; warm++) await ask(warm % 2 === 0 ? another() : none())
    const takeSample = async (): Promise<[number[], number[]]> => {
      const arms: Record<'another' | 'none', number[]> = { another: [], none: [] }
      for (let pair = 0; pair < samplesPerArm; pair++) {
        const turns = [['another', another] as const, ['none', none] as const]
        for (const [arm, path] of randomInt(2) === 0 ? turns : turns.reverse()) {
          const answer = await ask(path())
          arms[arm].push(answer.ms)
          seen.add(answer.seen)
        }
      }
      return [arms.another, arms.none]
    }
    const { mediansMs, chance, samples } = await expectSameTimes(takeSample)
    expect(seen.size).toBe(1)
    const medianDifferenceMs = Math.abs(mediansMs[0] - mediansMs[1])
    return { medianDifferenceMs, probability: chance, samples, differentAnswers: seen.size }
  })
})
