/**
 * The product for the bench of metering: the same app as server/main.ts puts together, with calls metered or, to compare with,
 * not. Arguments: a folder for its data, a registry, and "metered" or "unmetered". Prints where it listens and the key of an
 * Enterprise account.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { followRegistry } from '#registry/search/follow'
import { insertAccount } from '#server/accounts/account-store'
import { createApp } from '#server/app'
import { setPlan } from '#server/billing/set-plan'
import { openBlog } from '#server/blog/blog'
import { openDecoderPool } from '#server/images/decoder/decoder-pool'
import { openImages } from '#server/images/images'
import { createKey } from '#server/keys/keys'
import { inTransaction, openDatabase } from '#server/platform/database/database'
import { openFiles } from '#server/platform/files/files'
import { openGeocoder } from '#server/platform/geocoder/geocoder'
import { openLimiter } from '#server/platform/limiter/limiter'
import { openPayments } from '#server/platform/payments/payments'
import { openSecrets } from '#server/platform/secrets'
import { loadSettings } from '#server/settings'
import { unmetered } from '#server/usage/unmetered'

const [dataDir = '', registryDir = '', metering = ''] = process.argv.slice(2)
const fail = (trouble: string | Error): never => {
  throw new Error(String(trouble))
}

const settings = loadSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const registry = await followRegistry(registryDir, { intervalMs: 60_000, onSwitch: () => {}, onError: fail })
const dir = join(dataDir, 'postgres')
const database = await openDatabase({ kind: 'embedded', dir }, { onWarning: fail, onLost: fail })
const secrets = openSecrets(randomBytes(32))
const decoder = openDecoderPool()
const files = openFiles(settings.files)
const limiter = openLimiter('memory:', { warn: fail })
const app = await createApp({
  database,
  registry,
  geocoder: openGeocoder(settings.geocoder),
  images: openImages({ database, files, secrets, decoder, onDamage: fail }),
  limiter,
  blog: openBlog(settings.blogFeed, { warn: fail }),
  payments: await openPayments(settings.payments, { database, secrets, publicUrl: settings.publicUrl }),
  secrets,
  logStream: { write: () => {} },
  isAuditAlarmed: () => false,
  settings,
  ...(metering === 'unmetered' && { meter: unmetered }),
})
const key = await inTransaction(database, async (trx) => {
  const account = { email: 'bench@example.org', phone: '212-555-0101', passwordHash: 'nobody signs in' }
  const id = (await insertAccount(trx, account)) ?? fail('expected a new account; got one that was there')
  await setPlan(trx, id, 'enterprise', { actor: 'operator', publicUrl: settings.publicUrl })
  return createKey(trx, secrets, id)
})
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', async () => {
  await app.close()
  decoder.close()
  await database.close()
  await registry.close()
  process.exit()
})
process.stdout.write(`listening with ${origin} ${key}\n`)
