/** One run of the bench in Markdown: ratios first, then bars, then the figures they come from. */
import { barsOf } from './bars.ts'
import { productName, productWithRecordsName, type Result, ratiosTo, rivalsIn } from './result.ts'
import { bytesText, millisText, numberText, percentText, table } from './words.ts'

export function reportOf(result: Result): string {
  return [
    `Run on ${result.date}${result.commit === undefined ? '' : ` at commit ${result.commit}`} on ${result.machine}.`,
    '### How many times as fast as each peer',
    'Queries a second of Praxidex in process divided by those of the peer, both finding 20 and counting all; a dash where the peer cannot answer, or was not asked because the rows that it loads do not tell it. A peer that can answer only some queries of a class (Redis look-ups, and searches around a place by one specialty at most that do not cross the antimeridian) is measured by those.',
    ratioTable(result),
    '### Bars',
    `They are set for nine million providers${result.providers >= 9_000_000 ? '' : '; at fewer they are easier to meet'}.`,
    barTable(result),
    '### Queries a second',
    `Median of ${result.rounds ?? 'several'} rounds, one query at a time. "With records" also reads the 20 records and writes them as JSON, which the peers do not.`,
    rateTable(result),
    '### Slowest query',
    'Of each class the slowest query, by the median of its runs; for Praxidex also the longest single run of any.',
    slowestTable(result),
    '### Over HTTP',
    httpTable(result),
    '### Build and size',
    sizeTable(result),
    '### Who took part',
    [
      ...result.peers.map(({ name, description }) => `- ${name}: ${description}.`),
      ...result.missing.map((one) => `- Left out: ${one}`),
    ].join('\n'),
  ].join('\n\n')
}

function ratioTable(result: Result): string {
  const rivals = rivalsIn(result)
  const ratios = rivals.map((rival) => new Map(ratiosTo(result, rival).map(({ name, ratio }) => [name, ratio])))
  return table(
    ['class of queries', ...rivals],
    result.classes.map(({ name }) => [name, ...ratios.map((of) => numberText(of.get(name)))]),
  )
}

function barTable(result: Result): string {
  const word = (holds: boolean | undefined) => (holds === undefined ? 'not measured' : holds ? 'holds' : '**missed**')
  return table(
    ['what', 'bar', 'measured', ''],
    barsOf(result).map(({ what, bar, measured, holds }) => [what, bar, measured, word(holds)]),
  )
}

function rateTable({ peers, classes }: Result): string {
  const names = peers.map(({ name }) => name)
  return table(
    ['class of queries', ...names],
    classes.map(({ name, figures }) => [name, ...names.map((peer) => numberText(figures[peer]?.rate))]),
  )
}

function slowestTable({ peers, classes }: Result): string {
  const names = peers.map(({ name }) => name)
  return table(
    ['class of queries', ...names, 'longest run'],
    classes.map(({ name, figures }) => [
      name,
      ...names.map((peer) => millisText(figures[peer]?.slowestMs)),
      millisText(Math.max(figures[productName]?.longestMs ?? 0, figures[productWithRecordsName]?.longestMs ?? 0)),
    ]),
  )
}

function httpTable({ http }: Result): string {
  const bytes = numberText(http.searchBytes)
  const rows = [
    ['bare Fastify, a route that says hello', http.hello, http.processorUs?.hello],
    ['Praxidex, `?npi=`, key checked, metered', http.lookUp, http.processorUs?.lookUp],
    [`bare Fastify, a fixed text of ${bytes} bytes`, http.fixed, http.processorUs?.fixed],
    [`Praxidex, search of 20, key checked, metered (${bytes} bytes on average)`, http.search, http.processorUs?.search],
  ] as const
  const conditions = `Load by ${http.loader}${http.conditions === undefined ? '' : `: ${http.conditions}`}. The server's processor time says what a request costs where the loader, or whatever else runs, is what keeps the rate down. Praxidex searches in a thread beside the one that serves, the bare server has one thread; processor time counts all threads.`
  return `${conditions}\n\n${table(
    ['route', 'requests/s', "server's processor time"],
    rows.map(([route, rate, us]) => [route, numberText(rate), us === undefined ? '–' : millisText(us / 1000)]),
  )}`
}

function sizeTable({ build, http, weekly, peers, sample, seconds }: Result): string {
  const rows = [
    ['input of the build, six files', bytesText(build.inputBytes)],
    ['making them, and memory of that', `${numberText(sample?.seconds)} s, ${bytesText(sample?.peakBytes)}`],
    ...diskRows(sample),
    ['main file', bytesText(build.mainFileBytes)],
    ['build, from the command to the announced version', `${numberText(build.seconds)} s`],
    [
      `build with a week of changes, ${numberText(weekly?.changed)} providers, from the command to the announced version`,
      weekly === undefined
        ? '–'
        : `${numberText(weekly.seconds)} s, ${percentText(weekly.seconds / build.seconds)} of the build; ${bytesText(weekly.peakBytes)}`,
    ],
    ['longest stretch in which opening a snapshot lets nothing else be done', millisText(build.openBlockedMs)],
    ['start of the server, from the command to listening', `${numberText(http.startSeconds)} s`],
    ['server, resident at the highest', bytesText(http.peakBytes)],
    ['server, while it goes over to another version', bytesText(http.twoVersionsBytes)],
    ...peers
      .filter(({ loadSeconds }) => loadSeconds !== undefined)
      .map(({ name, bytes, loadSeconds }) => [
        `${name}: data and indexes, and time to load them beside the others`,
        `${bytesText(bytes)}, ${numberText(loadSeconds)} s`,
      ]),
    ['the whole run', `${numberText(seconds)} s`],
  ]
  return table(['what', ''], rows)
}

/** How making the sample compares with the disk; nothing of a run that did not measure it. */
function diskRows(sample: Result['sample']): string[][] {
  const { settledSeconds, plainSeconds } = sample ?? {}
  if (settledSeconds === undefined || plainSeconds === undefined) return []
  const seconds = `${numberText(settledSeconds)} s, ${numberText(plainSeconds)} s`
  return [
    [
      'making them until the disk has them, and as many bytes that were there already',
      `${seconds}: ${percentText(plainSeconds / settledSeconds)} of the speed of the disk`,
    ],
  ]
}
