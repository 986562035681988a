/**
 * The operator's program for lists of primary sources, beside a running server or without one. Exit code 0 when all
 * that was asked is done; 1, with a sentence for each list that is not. What counted before it still does then.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { processProgress } from '#registry/build/progress'
import { followRegistry, type RegistrySource } from '#registry/search/follow'
import { type Database, type DatabaseChoice, openDatabase, openDatabaseBeside } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import { requireFolder } from '../platform/folders.ts'
import { hasEmbeddedPostgres } from '../platform/postgres-embedded/embedded-postgres.ts'
import type { Secrets } from '../platform/secrets.ts'
import { checkSecretFits } from '../platform/secrets-check.ts'
import { secretsOf } from '../platform/secrets-file.ts'
import { printable, shown } from '../platform/shown.ts'
import { dayMs } from '../platform/times.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { ageDays, loadedLists } from './ask.ts'
import { refusalsShownMax } from './limits.ts'
import { overlayFile, updateOverlay } from './list-overlay.ts'
import { lists } from './lists.ts'
import { loadFiles, type Outcome } from './load-files.ts'
import { refusalLine, rollBack } from './load-list.ts'
import { writeReport } from './refused-report.ts'
import { type AnyList, isDay } from './source-list.ts'
import { currentVersions, type DateFrom } from './source-store.ts'
import { updateLists } from './update.ts'

const usage = `Usage:
  npm run sources -- load [--as LIST] [--date YYYY-MM-DD] [--leave-out-refused] [--allow-count-change] FILE …
  npm run sources -- update [--leave-out-refused] [--allow-count-change] [LIST …]
  npm run sources -- status
  npm run sources -- rollback LIST
  npm run sources -- overlay

  overlay               match the lists with the registry again, for search filters

  --as                  the list the files belong to, if their columns fit several
  --date                the date of the lists; by default, the one in the file's name or title, else today
  --leave-out-refused   load the rest when more than 0.5 % of the rows are refused
  --allow-count-change  load a list that is older, or at most half as long

docs/sources.md names the lists.`

const dateSources: Record<DateFrom, string> = {
  option: 'by --date',
  name: 'by its name',
  title: 'by its title',
  today: 'the day of loading',
  sample: 'fictional',
  before: 'as loaded by an older version',
}

const warn = (sentence: string) => process.stderr.write(`${printable(sentence)}\n`)
const say = (sentence: string) => process.stdout.write(`${printable(sentence)}\n`)

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : reasonOf(error)}\n`)
  process.exitCode = 1
}

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [command, ...names] = positionals
  const task = taskOf(command, names, values)
  const settings = loadSettings()
  const events = { onWarning: warn, onLost: ({ message }: Error) => warn(message) }
  const { database: choice } = settings
  const isFirst = (command === 'load' || command === 'update') && isMissing(choice)
  // As the server's first start makes both: the database belongs to the secret.
  const secrets = isFirst ? firstSecrets(settings) : undefined
  const database = await (isFirst ? openDatabase : openDatabaseBeside)(choice, events)
  try {
    if (secrets !== undefined) await checkSecretFits(database, secrets)
    await task(database, settings)
    if (command !== 'status') await bringOverlay(database, settings)
  } finally {
    await database.close()
  }
}

function isMissing(choice: DatabaseChoice): boolean {
  return choice.kind === 'embedded' && !hasEmbeddedPostgres(choice.dir)
}

function firstSecrets(settings: Settings): Secrets {
  requireFolder(settings.dataDir, 'The data folder')
  return secretsOf(settings, { makesFile: true })
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        date: { type: 'string' },
        'leave-out-refused': { type: 'boolean', default: false },
        'allow-count-change': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Error(`${reasonOf(error)}.\n${usage}`)
  }
}

type Values = ReturnType<typeof parse>['values']
type Task = (database: Database, settings: Settings) => Promise<void>

/** Mistakes are found before anything is opened. */
function taskOf(command: string | undefined, names: string[], values: Values): Task {
  const { date, as: listName } = values
  const { 'leave-out-refused': leaveOutRefused, 'allow-count-change': allowCountChange } = values
  const optionsOf = ({ sourcesAgreed: agreed }: Settings) => {
    const today = new Date().toISOString().slice(0, 10)
    return { leaveOutRefused, allowCountChange, today, agreed, progress: processProgress() }
  }
  if (date !== undefined && !isDay(date)) throw new Error(`--date: expected a day as yyyy-mm-dd; got ${shown(date)}.`)
  if (listName !== undefined) requireList(listName)
  switch (command) {
    case 'load': {
      if (names.length === 0) throw new Error(`load: expected files; got none.\n${usage}`)
      const given = { paths: names, lists, listName, date, isSample: false }
      return async (database, settings) =>
        report(await loadFiles(database, { ...given, ...optionsOf(settings) }), settings)
    }
    case 'update': {
      const chosen = names.length === 0 ? lists : names.map(requireList)
      return async (database, settings) => {
        for (const name of settings.sourcesFrom.keys()) requireList(name)
        const { dataDir, sourcesFrom: addresses } = settings
        report(await updateLists(database, { lists: chosen, dataDir, addresses, ...optionsOf(settings) }), settings)
      }
    }
    case 'status':
      if (names.length > 0) throw new Error(`status: expected nothing after it; got ${shown(names.join(' '))}.`)
      return async (database) => {
        for (const line of await statusLines(database)) say(line)
      }
    case 'rollback': {
      const [name] = names
      if (name === undefined || names.length > 1)
        throw new Error(`rollback: expected one list; got ${names.length}.\n${usage}`)
      const { title } = requireList(name)
      return async (database) => {
        const { from, to } = await rollBack(database, name)
        say(`${title} of ${to.sourceDate} counts again with ${rowsText(to.rows)}, instead of ${from.sourceDate}.`)
      }
    }
    case 'overlay':
      if (names.length > 0) throw new Error(`overlay: expected nothing after it; got ${shown(names.join(' '))}.`)
      return async (_, { dataDir }) => rm(overlayFile(dataDir), { force: true })
    default:
      throw new Error(
        `Expected load, update, status, rollback or overlay; got ${shown(command ?? 'nothing')}.\n${usage}`,
      )
  }
}

/** What the lists say where searches filter by it. The lists count already, whatever becomes of this. */
async function bringOverlay(database: Database, { dataDir, registryDir }: Settings): Promise<void> {
  let registry: RegistrySource | undefined
  const openRegistry = async () => {
    const onError = (error: Error) => warn(`The registry: ${error.message}`)
    registry ??= await followRegistry(registryDir, { intervalMs: dayMs, onSwitch: () => {}, onError })
    return registry.current()
  }
  try {
    await updateOverlay({ database, dataDir, openRegistry })
  } catch (error) {
    process.exitCode = 1
    warn(
      `The lists are in use, but search filters still use the previous ones: ${reasonOf(error)}. Try npm run sources -- overlay.`,
    )
  } finally {
    await registry?.close()
  }
}

function requireList(name: string): AnyList {
  const found = lists.find((list) => list.name === name)
  if (found !== undefined) return found
  throw new Error(`Expected a list, one of ${lists.map((list) => list.name).join(', ')}; got ${shown(name)}.`)
}

function report(outcomes: readonly (Outcome | { kind: 'same'; list: AnyList })[], { dataDir }: Settings): void {
  for (const outcome of outcomes) {
    switch (outcome.kind) {
      case 'same':
        say(`${outcome.list.title}: already up to date.`)
        break
      case 'left':
        say(`${outcome.file} is left: ${outcome.reason}.`)
        break
      case 'failed':
        process.exitCode = 1
        for (const line of `${outcome.file}: ${outcome.reason}.`.split('\n')) warn(line)
        break
      case 'loaded': {
        const { list, date, rows, kept, refused, refusals, before } = outcome
        const instead =
          before === undefined
            ? 'the first one'
            : `instead of the one of ${before.sourceDate} with ${rowsText(before.rows)}${before.isSample ? ', a sample' : ''}`
        const others = kept === 0 ? '' : ` beside ${rowsText(kept)} that stay`
        say(
          `${list.title} of ${date.date} (${dateSources[date.from]}) counts now, ${instead}: ${rowsText(rows)}${others}.`,
        )
        if (refused > 0) say(`Refused: ${rowsText(refused)}.`)
        for (const refusal of refusals.slice(0, refusalsShownMax)) say(`  ${refusalLine(refusal)}`)
        break
      }
    }
    if ('refusals' in outcome && outcome.refusals.length > 0) {
      const { refusals, list, file } = outcome
      say(`Rejected rows are listed in ${writeReport(dataDir, { list: list?.name ?? '', file, refusals }, new Date())}`)
    }
  }
}

async function statusLines(database: Database): Promise<string[]> {
  const versions = await currentVersions(database.db)
  const loaded = await loadedLists(database.db)
  const rows = versions.map(({ list, sourceDate, dateFrom, rows, isSample }) => {
    const state = loaded.find(({ name }) => name === list)
    const kind = isSample ? 'sample' : state?.isStale === true ? 'stale' : 'current'
    return [list, `${sourceDate} (${dateSources[dateFrom]})`, rowsText(rows), `${ageDays(sourceDate)} days`, kind]
  })
  const missing = lists.filter(({ name }) => !versions.some(({ list }) => list === name)).map(({ name }) => name)
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  return [
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    ...(missing.length === 0 ? [] : [`Not loaded: ${missing.join(', ')}.`]),
  ]
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
}
