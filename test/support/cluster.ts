/**
 * The product as several machines run it, for tests: processes of their own, each with its own registry folder,
 * behind one balancer; one PostgreSQL, one Redis, and a bucket from which all of them fetch the registry.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database'
import { type Balancer, balancerMissing, startBalancer } from './balancer.ts'
import { startFarDatabase } from './far-database.ts'
import { redisMissing, startTestRedis } from './platform/test-redis.ts'
import { type ProductProcess, startProduct } from './product-process.ts'
import { run } from './registry-command.ts'
import { buildSampleRegistry, type SampleRegistry } from './sample-registry.ts'
import { type GrantedAccount, signUpAt } from './sign-up-at.ts'
import { startTestBucket } from './test-bucket.ts'

export interface Cluster {
  readonly balancer: Balancer
  readonly products: readonly ProductProcess[]
  readonly database: Database
  /** Two registries, of which the first serves. */
  readonly registries: readonly [SampleRegistry, SampleRegistry]
  /** Publishes one, and waits until every process serves it. */
  publish(registry: SampleRegistry): Promise<void>
  /**
   * Ends one process as a supervisor does, starts it again and waits until the balancer uses it; answers its exit
   * code.
   */
  restart(index: number): Promise<number | null>
  /** Makes an account on this plan. */
  signUp(tier: 'free' | 'enterprise'): Promise<GrantedAccount>
  close(): Promise<void>
}

/** Why no test can have one here; undefined when it can. */
export function clusterMissing(): string | undefined {
  return balancerMissing() ?? redisMissing()
}

/** Two looks of the balancer (deploy/haproxy.cfg), so that it leaves a process alone before that ends. */
const drainSeconds = 1

const patience = { timeout: 120_000, interval: 50 }

/** Starts one of this many processes; takes half a minute or so. */
export async function startCluster(count: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-cluster-'))
  const [far, redis, bucket, ...registries] = await Promise.all([
    startFarDatabase(),
    startTestRedis(),
    startTestBucket(),
    buildSampleRegistry(500),
    buildSampleRegistry(520),
  ])
  const env = {
    ...bucket.env,
    DATABASE_URL: far.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    LIMITER_URL: redis.url,
    DRAIN_SECONDS: String(drainSeconds),
    SIGN_INS_PER_IP: '100000',
    SIGN_UPS_PER_IP: '100000',
    PHONE_CHANGES_PER_ACCOUNT: '100000',
  }
  await publishIn(registries[0], bucket.env)
  const products = await Promise.all(Array.from({ length: count }, () => startProduct(folder, env)))
  const balancer = await startBalancer(products.map(({ origin }) => origin))
  await Promise.all(products.map((_, index) => balancer.sees(index, 'UP')))
  const database = await far.open()

  return {
    balancer,
    products,
    database,
    registries,
    async publish(registry) {
      await publishIn(registry, bucket.env)
      for (const { origin } of products) {
        await vi.waitFor(async () => expect(await versionAt(origin)).toBe(registry.manifest.version), patience)
      }
    },
    async restart(index) {
      const product = products[index] ?? expect.unreachable()
      const code = await product.stop()
      await balancer.sees(index, 'DOWN')
      await product.start()
      await balancer.sees(index, 'UP')
      return code
    },
    signUp: (tier) => signUpAt(balancer.origin, database, tier),
    async close() {
      await balancer.close()
      await Promise.all(products.map((product) => product.kill()))
      await database.close()
      await Promise.all([far.close(), redis.stop(), bucket.close(), ...registries.map(({ remove }) => remove())])
      rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

async function publishIn({ registryDir }: SampleRegistry, env: Record<string, string>): Promise<void> {
  const { code, err } = await run(registryDir, ['publish'], env)
  if (code !== 0) throw new Error(`the registry was not published: ${err}`)
}

async function versionAt(origin: string): Promise<string> {
  return z.object({ version: z.string() }).parse(await (await fetch(`${origin}/registry`)).json()).version
}
