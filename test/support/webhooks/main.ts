/** Turns events into deliveries and makes them, in a process of its own that a test kills. */
import { openDatabase } from '#server/platform/database/database'
import { openSecrets } from '#server/platform/secrets'
import { startDeliveries } from '#server/webhooks/deliver'
import { fanOut } from '#server/webhooks/fan-out'

const { databaseUrl, ca }: { databaseUrl: string; ca: string } = JSON.parse(process.argv[2] ?? '')
const warn = () => {}
const database = await openDatabase({ kind: 'postgres', url: databaseUrl }, { onWarning: warn, onLost: warn })
const parts = { database, secrets: openSecrets(Buffer.alloc(32, 7)), publicUrl: 'https://example.org', warn }
startDeliveries(parts, { everyMs: 10, trust: { isAllowed: () => true, ca } })
console.log('ready')
for (;;) {
  if (!(await fanOut(database))) await new Promise((resolve) => setTimeout(resolve, 5))
}
