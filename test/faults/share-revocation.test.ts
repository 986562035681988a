/** G4: two processes on one database while a clinician revokes a share that many are opening at both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '#contract/plans'
import { loadSettings } from '#server/settings'
import { type ApiProcesses, startApiProcesses } from '../support/api-processes.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { approvedFor, sharedBy, sharesOf } from '../support/shares/share-calls.ts'
import { stoppingSecretKey } from '../support/stopping-api.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'
import { newAdmin } from '../support/verification-calls.ts'

const rounds = trials({ commit: 4, nightly: 40 })
const callersAtEach = 24
/** Openings before the revocation, at both processes together. */
const openingsBefore = 60

let local: LocalDatabase
let registry: SampleRegistry
let server: TestServer
let processes: ApiProcesses
let ada: TestAccount
let approval: string
beforeAll(async () => {
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  const { registryDir } = registry
  server = await startTestServer(local.open, { registryDir, secretKey: stoppingSecretKey })
  const attempts = { ...loadSettings({}).attempts, shareOpeningsPerIp: 1_000_000 }
  processes = await startApiProcesses({
    count: 2,
    databaseUrl: local.url,
    registryDir,
    plans,
    settings: { attempts },
  })
  ada = await server.signUp()
  approval = await approvedFor(server, ada, await newAdmin(server))
})
afterAll(async () => {
  await processes.close()
  await server.close()
  await registry.remove()
  await local.close()
})

async function post(origin: string, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', ...ada.headers }
  return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

test('G4: no opening succeeds at either process once the revocation is acknowledged, while many are under way', async ({
  task,
}) => {
  const { origins } = processes
  let [opened, late] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const { share, token } = await sharedBy(server, ada, [approval])
    let [openings, isAcknowledged] = [0, false]
    let enough = () => {}
    const isUnderWay = new Promise<void>((resolve) => {
      enough = resolve
    })
    const openUntilEnd = async (origin: string) => {
      for (;;) {
        const isLate = isAcknowledged
        const status = await post(origin, '/shares/open', { token, recipient: 'A hospital' })
        if (isLate) {
          late++
          return status
        }
        if (status === 200 && ++openings === openingsBefore) enough()
      }
    }
    const callers = origins.flatMap((origin) => Array.from({ length: callersAtEach }, () => openUntilEnd(origin)))
    await isUnderWay
    const revoking = origins[round % origins.length] ?? expect.unreachable()
    const revoked = await post(revoking, `/me/shares/${share.id}/revoke`, {})
    isAcknowledged = true
    expect(revoked).toBe(200)
    expect(new Set(await Promise.all(callers))).toEqual(new Set([404]))
    // Each opening that was counted was answered, so none was made after the end.
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)).toMatchObject({
      status: 'revoked',
      views: openings,
    })
    opened += openings
  }
  note({ id: 'G4', seed: null, trials: rounds }, { opened, askedAfterAcknowledgement: late, openedAfterIt: 0 }, task)
})
