/** A process for tests that runs an embedded database until it is told to stop, or killed. */
import { startChild, type TestChild } from './test-child.ts'

const source = `
import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../../../server/platform/postgres-embedded/embedded-postgres.ts', import.meta.url).href)}
try {
  const server = await startEmbeddedPostgres(process.argv[1], { onRestart: console.log, onLost: console.log })
  console.log('up')
  process.stdin.once('data', async () => { await server.stop(); console.log('stopped'); process.exit() })
} catch (error) { console.log(error.message) }`

/** Its first line is "up", or the sentence why not; told anything, it stops and says "stopped". */
export function startKeeper(home: string, account: { uid?: number; gid?: number } = {}): TestChild {
  return startChild(source, [home], account)
}
