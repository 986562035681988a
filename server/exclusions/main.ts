/**
 * The operator's program that loads OIG's list, beside a running server or without one. Exit code 0 when it is in
 * force; 1, with one sentence, when the old list still is.
 */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabaseBeside } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import { printable, shown } from '../platform/shown.ts'
import { loadSettings } from '../settings.ts'
import { isDay } from './exclusion-row.ts'
import { type LoadResult, loadExclusions } from './load-exclusions.ts'

const usage = `Usage:
  npm run exclusions:load -- [--date YYYY-MM-DD] [--leave-out-refused] [--allow-count-change] UPDATED.csv

  --date                the date of the list; without it, the latest exclusion in it
  --leave-out-refused   load the rest when more than 0.5 % of the rows are refused
  --allow-count-change  load a list with more than 5 % fewer rows than the one before`

const warn = (sentence: string) => process.stderr.write(`${sentence}\n`)

try {
  for (const line of await run(process.argv.slice(2))) process.stdout.write(`${printable(line)}\n`)
} catch (error) {
  warn(error instanceof Error ? error.message : reasonOf(error))
  process.exitCode = 1
}

async function run(args: string[]): Promise<string[]> {
  const { path, ...options } = read(args)
  const today = new Date().toISOString().slice(0, 10)
  const settings = loadSettings()
  const database = await openDatabaseBeside(settings.database, {
    onWarning: warn,
    onLost: ({ message }) => warn(message),
  })
  try {
    return linesOf(await loadExclusions(database, createReadStream(path), { ...options, today }))
  } finally {
    await database.close()
  }
}

function read(args: string[]) {
  const { positionals, values } = parse(args)
  const [path, ...rest] = positionals
  if (path === undefined || rest.length > 0) {
    throw new Error(`Expected one file; got ${path === undefined ? 'none' : positionals.length}.\n${usage}`)
  }
  if (values.date !== undefined && !isDay(values.date)) {
    throw new Error(`--date: expected a day as yyyy-mm-dd; got ${shown(values.date)}.`)
  }
  return {
    path,
    listDate: values.date,
    leaveOutRefused: values['leave-out-refused'],
    allowCountChange: values['allow-count-change'],
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        date: { type: 'string' },
        'leave-out-refused': { type: 'boolean', default: false },
        'allow-count-change': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Error(`${reasonOf(error)}.\n${usage}`)
  }
}

function linesOf({ listDate, rows, withNpi, refused, refusals, before }: LoadResult): string[] {
  const instead =
    before === undefined ? 'the first one' : `instead of the one of ${before.listDate} with ${rowsText(before.rows)}`
  const more = refused > refusals.length ? [`and ${refused - refusals.length} more`] : []
  return [
    `The list of exclusions of ${listDate} counts now, ${instead}: ${rowsText(rows)}, ${withNpi} of them with an NPI.`,
    ...(refused > 0 ? [`Refused: ${rowsText(refused)}.`, ...refusals, ...more] : []),
  ]
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
