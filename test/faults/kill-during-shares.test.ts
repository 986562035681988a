/**
 * Processes that are killed while shares are opened and revoked: none is opened more often than allowed, and none after
 * its end was acknowledged, at any process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '#contract/plans'
import { startApiProcesses } from '../support/api-processes.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { approvedFor, type CreatedShare, openWith, sharedBy, sharesOf } from '../support/shares/share-calls.ts'
import { stoppingSecretKey } from '../support/stopping-api.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'
import { newAdmin } from '../support/verification-calls.ts'

const kills = trials({ commit: 3, nightly: 300 })
/** An account may make a hundred shares a day, and a kill takes two. */
const killsAnAccount = 40
const viewsMax = 40
const callers = 8

let local: LocalDatabase
let registry: SampleRegistry
/** What serves when the others were killed. */
let server: TestServer
let admin: TestAccount
let ada: TestAccount
let approval: string
beforeAll(async () => {
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  server = await startTestServer(local.open, { registryDir: registry.registryDir, secretKey: stoppingSecretKey })
  admin = await newAdmin(server)
})
afterAll(async () => {
  await server.close()
  await registry.remove()
  await local.close()
})

/** Undefined where the process was killed before it answered. */
async function statusAt(origin: string, path: string, body: object): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', ...ada.headers }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
  return answer?.status
}

/** Opens a share again and again until it cannot be, or nobody answers; answers how often it was opened. */
async function openAt(origin: string, { token }: CreatedShare, onOpened: () => void): Promise<number> {
  for (let opened = 0; ; opened++) {
    const status = await statusAt(origin, '/shares/open', { token, recipient: 'A hospital' })
    expect([200, 404, undefined]).toContain(status)
    if (status !== 200) return opened
    onOpened()
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

test(`G4, T01: shares are opened as often as allowed and never after their end, when ${kills} processes are killed meanwhile`, async ({
  task,
}) => {
  let [opened, acknowledged, lost] = [0, 0, 0]
  for (let kill = 0; kill < kills; kill++) {
    if (kill % killsAnAccount === 0) {
      ada = await server.signUp()
      approval = await approvedFor(server, ada, admin)
    }
    const [limited, revoked] = [
      await sharedBy(server, ada, [approval], { viewsMax }),
      await sharedBy(server, ada, [approval]),
    ]
    const { children, origins, close } = await startApiProcesses({
      count: 1,
      databaseUrl: local.url,
      registryDir: registry.registryDir,
      plans,
    })
    const [origin = ''] = origins
    // Warm, and surely alive before the kill.
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    let first = () => {}
    const isFirst = new Promise<void>((resolve) => {
      first = resolve
    })
    const openings = Array.from({ length: callers }, () => openAt(origin, limited, () => first()))
    const end = isFirst.then(() => statusAt(origin, `/me/shares/${revoked.share.id}/revoke`, {}))
    const late = end.then(async (status) => (status === 200 ? (await openWith(server, revoked.token)).status : 404))
    // Every other time after the acknowledgement, whose openings go on.
    await (kill % 2 === 0 ? end : isFirst)
    await wait(Math.random() * 100)
    await Promise.all(children.map((child) => child.kill()))
    const answered = sum(await Promise.all(openings))
    expect(await late).toBe(404)
    if ((await end) === 200) acknowledged++
    await close()

    const counted = (await sharesOf(server, ada)).find(({ id }) => id === limited.share.id)?.views ?? 0
    let rest = 0
    while ((await openWith(server, limited.token)).status === 200) rest++
    expect(answered).toBeLessThanOrEqual(counted)
    expect(counted + rest).toBe(viewsMax)
    opened += answered
    lost += counted - answered
    await server.post(`/me/shares/${revoked.share.id}/revoke`, {}, ada.headers)
    expect(await openWith(server, revoked.token)).toMatchObject({ status: 404 })
  }
  // Otherwise nothing was killed in the midst of anything.
  expect(opened).toBeGreaterThan(0)
  expect(acknowledged).toBeGreaterThan(0)
  note({ id: 'T01', seed: null, trials: kills }, { opened, acknowledged, answersLost: lost, openedTooOften: 0 }, task)
})
