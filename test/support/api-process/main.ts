/** One process of the API, for `startApiProcesses`: prints its port, and ends when it is told anything. */
import { openDatabase } from '#server/platform/database/database'
import type { ApiProcessOptions } from '../api-processes.ts'
import { startTestServer } from '../test-server.ts'

const { databaseUrl, registryDir, plans, settings }: ApiProcessOptions = JSON.parse(process.argv[2] ?? '')
const onTrouble = (trouble: string | Error) => void process.stderr.write(`${trouble}\n`)
const database = () => openDatabase({ kind: 'postgres', url: databaseUrl }, { onWarning: onTrouble, onLost: onTrouble })
const server = await startTestServer(database, { registryDir, secretKey: Buffer.alloc(32, 7), ...settings }, plans)
console.log(await server.listen())
process.stdin.once('data', async () => {
  await server.close()
  process.exit()
})
// Whoever started it was killed.
process.stdin.once('end', () => process.exit())
