/**
 * The operator's program, beside a running server or without one. Exit code 0 when done; 1 with a sentence when not.
 */
import { openDatabaseBeside } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import { findPublicUrl } from '../platform/public-url.ts'
import { checkSecretFits } from '../platform/secrets-check.ts'
import { secretsOf } from '../platform/secrets-file.ts'
import { loadSettings } from '../settings.ts'
import { readCommand } from './command.ts'
import { runCommand } from './run.ts'

const warn = (sentence: string) => process.stderr.write(`${sentence}\n`)

// The reader of a pipe may stop reading ("| head").
process.stdout.on('error', () => {})
try {
  for (const line of await run(process.argv.slice(2))) process.stdout.write(`${line}\n`)
} catch (error) {
  warn(error instanceof Error ? error.message : reasonOf(error))
  process.exitCode = 1
}

async function run(args: string[]): Promise<string[]> {
  const command = readCommand(args)
  const settings = loadSettings()
  const database = await openDatabaseBeside(settings.database, {
    onWarning: warn,
    onLost: ({ message }) => warn(message),
  })
  try {
    const secrets = secretsOf(settings, { makesFile: false })
    await checkSecretFits(database, secrets)
    const publicUrl = (await findPublicUrl(database)) ?? settings.publicUrl
    return await runCommand(command, { database, secrets, publicUrl })
  } finally {
    await database.close()
  }
}
