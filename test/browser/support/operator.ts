/**
 * The operator's commands, carried out by the tests' own process beside the running server: a program started for
 * each would take longer than most tests do.
 */
import { readCommand } from '../../../server/admin/command.ts'
import { runCommand } from '../../../server/admin/run.ts'
import { openDatabaseBeside } from '../../../server/platform/database/database.ts'
import { secretsOf } from '../../../server/platform/secrets-file.ts'
import { loadSettings } from '../../../server/settings.ts'

export interface Operator {
  /** Runs a command of `npm run admin`. */
  run(...command: string[]): Promise<void>
  close(): Promise<void>
}

/** Opens what the commands need, on the data of the server that is tested. */
export async function openOperator(): Promise<Operator> {
  const { TEST_DATA_DIR, TEST_PORT } = process.env
  const settings = loadSettings({ DATA_DIR: TEST_DATA_DIR, PORT: TEST_PORT })
  const database = await openDatabaseBeside(settings.database, {
    onWarning: (sentence) => console.warn(sentence),
    onLost: ({ message }) => console.warn(message),
  })
  const secrets = secretsOf(settings, { makesFile: false })
  return {
    async run(...command) {
      await runCommand(readCommand(command), { database, secrets, publicUrl: settings.publicUrl })
    },
    close: () => database.close(),
  }
}
