/** A server with a registry of real NPIs and, beside it, the sample that test keys are answered from. */

import { z } from 'zod'
import { followRegistry } from '#registry/search/follow'
import type { PlanTable } from '#server/usage/account-plan'
import { buildSampleRegistry } from '../sample-registry.ts'
import { buildTestRegistry } from '../test-registry.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer, unlimited } from '../test-server.ts'

export interface ServerWithBoth extends TestServer {
  /** How often the sample was opened. */
  opened(): number
}

export async function startServerWithBoth(plans: PlanTable = unlimited): Promise<ServerWithBoth> {
  const [real, sample] = await Promise.all([buildTestRegistry(), buildSampleRegistry(sampleProviders)])
  let opened = 0
  let own: Awaited<ReturnType<typeof followRegistry>> | undefined
  const followSample = async () => {
    opened++
    own = await followRegistry(sample.registryDir, {
      intervalMs: 1_000,
      onSwitch: () => {},
      onError: (error) => {
        throw error
      },
    })
    return own
  }
  const { registryDir } = real
  const server = await startTestServer(undefined, { registryDir }, plans, undefined, { followSample })
  const { close } = server
  return Object.assign(server, {
    opened: () => opened,
    async close() {
      await close()
      await own?.close()
      real.remove()
      await sample.remove()
    },
  })
}

/** Makes a test key of the account; answers its header, and its id. */
export async function testKeyOf(server: TestServer, { headers }: TestAccount) {
  const answer = await server.post('/me/api-keys', { name: 'Tests', mode: 'test' }, headers)
  const { apiKey, key } = z.object({ apiKey: z.object({ id: z.string() }), key: z.string() }).parse(answer.body)
  return { id: apiKey.id, key, headers: { 'api-key': key } }
}
