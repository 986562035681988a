/** What a run found, the bars it is held to, and both as text. */
import type { HttpFigures, RouteFigures } from './http.ts'
import { type Figures, type Measured, median } from './measure.ts'
import type { Usage } from './processes.ts'
import { classNames } from './queries.ts'

export interface Result {
  providers: number
  date: string
  machine: string
  commit: string | undefined
  missing: string[]
  sample: Usage & { bytes: number; mainFileBytes: number }
  build: Usage
  weekly: Usage & { changed: number }
  copySeconds: number | undefined
  snapshotBytes: number
  openSeconds: number
  /** The product with records, the product, and the others. */
  peers: { name: string; description: string; bytes: number; loadSeconds: number | undefined }[]
  classes: Measured
  http: HttpFigures | undefined
}

const product = 'Praxidex'
const withRecords = 'Praxidex, with records'

type Bar = [what: string, sign: '≥' | '≤', bar: number, measured: number | undefined, text: (value?: number) => string]

/** The bars, which are set for nine million providers and two processors. */
function barsOf({ classes, build, weekly, copySeconds, snapshotBytes, openSeconds, http, peers }: Result): Bar[] {
  const rate = (name: string) => classes[name]?.[product]?.rate ?? Number.NaN
  const { nearSpecialty, nearEveryone, manhattanSpecialty, manhattanEveryone, manhattanWideEveryone } = classNames
  const slowest = Math.max(...Object.values(classes).map((figures) => figures[withRecords].slowestMs))
  const ofCopy = copySeconds && copySeconds / build.seconds
  return [
    [`${nearSpecialty}: searches a second`, '≥', 60_000, rate(nearSpecialty), numberText],
    [`${nearEveryone}: searches a second`, '≥', 20_000, rate(nearEveryone), numberText],
    [manhattanSpecialty, '≤', 0.04, 1000 / rate(manhattanSpecialty), millisText],
    [manhattanEveryone, '≤', 0.4, 1000 / rate(manhattanEveryone), millisText],
    [manhattanWideEveryone, '≤', 1, 1000 / rate(manhattanWideEveryone), millisText],
    ['the slowest query, with records', '≤', 20, slowest, millisText],
    ...peers.slice(2).flatMap(({ name }): Bar[] => {
      const ratios = Object.values(classes).flatMap((figures) => ratioTo(figures, name) ?? [])
      return [
        [`times as fast as ${name}, median of the classes`, '≥', 100, median(ratios), numberText],
        [`times as fast as ${name}, least of the classes`, '≥', 1, Math.min(...ratios), numberText],
      ]
    }),
    ['HTTP look-up, of a bare route', '≥', 0.45, http && http.lookUp.rate / http.hello.rate, percentText],
    [
      'HTTP search, of a bare route with as many bytes',
      '≥',
      0.3,
      http && http.search.rate / http.fixed.rate,
      percentText,
    ],
    ['full build, times as fast as COPY', '≥', 1, ofCopy, numberText],
    ['build with a week of changes, of a full one', '≤', 1, weekly.seconds / build.seconds, percentText],
    [
      'HTTP search, compressed, of one as it is',
      '≥',
      0.3,
      http && http.compressed.rate / http.search.rate,
      percentText,
    ],
    [
      'HTTP search by FHIR with includes, of one as it is',
      '≥',
      1 / 3,
      http && http.fhir.rate / http.search.rate,
      percentText,
    ],
    ['memory of the build', '≤', 3e9, build.peakBytes, bytesText],
    ['memory of the server, after the load', '≤', 1.5e9, http?.residentBytes, bytesText],
    ['opening', '≤', 2, openSeconds, secondsText],
    ['snapshot', '≤', 6e9, snapshotBytes, bytesText],
  ]
}

/** How many times as fast as a peer the product is; a look-up always has its record. */
function ratioTo(figures: Measured[string], peer: string): number | undefined {
  const [own, other] = [figures[product] ?? figures[withRecords], figures[peer]]
  return other && own.rate / other.rate
}

export function reportOf(result: Result): string {
  const { classes, peers, http, sample, build, weekly } = result
  const names = peers.map(({ name }) => name)
  const rivals = names.slice(2)
  const verdict = ([, sign, bar, measured]: Bar) => {
    if (measured === undefined) return 'not measured'
    return (sign === '≥' ? measured >= bar : measured <= bar) ? 'holds' : '**missed**'
  }
  const routeText = (one?: RouteFigures) =>
    `${numberText(one?.rate)}/s, ${millisText(one && one.processorUs / 1000)} of processor time`
  const cell = (one?: Figures) => (one === undefined ? '–' : `${numberText(one.rate)} (${millisText(one.slowestMs)})`)
  return [
    `${numberText(result.providers)} providers, ${result.date}, commit ${result.commit ?? 'unknown'}, ${result.machine}.`,
    table(
      ['', 'bar', 'measured', ''],
      barsOf(result).map((one) => [one[0], `${one[1]} ${one[4](one[2])}`, one[4](one[3]), verdict(one)]),
    ),
    `Queries a second, one at a time, each finding 20 and counting all; in brackets the slowest query; then how many times as fast as each peer ${product} is. A dash: a peer cannot answer, or its tables do not have the facts.`,
    table(
      ['', ...names, ...rivals.map((rival) => `× ${rival}`)],
      Object.entries(classes).map(([name, figures]) => [
        name,
        ...names.map((peer) => cell(figures[peer])),
        ...rivals.map((rival) => numberText(ratioTo(figures, rival))),
      ]),
    ),
    table(
      ['', ''],
      [
        ['sample: six files, the main file', `${bytesText(sample.bytes)}, ${bytesText(sample.mainFileBytes)}`],
        ['making it', usageText(sample)],
        ['full build', usageText(build)],
        [`build with a week of changes, of ${numberText(weekly.changed)} providers`, usageText(weekly)],
        ['COPY of the main file into 330 text columns', secondsText(result.copySeconds)],
        ['start of the server', secondsText(http?.startSeconds)],
        ['bare Fastify: a word', routeText(http?.hello)],
        ['look-up by NPI, key checked, metered', routeText(http?.lookUp)],
        [`bare Fastify: a text of ${numberText(http?.searchBytes)} bytes`, routeText(http?.fixed)],
        ['search of 20, key checked, metered', routeText(http?.search)],
        [`the same, by Brotli: ${numberText(http?.compressedBytes)} bytes`, routeText(http?.compressed)],
        ['the same by FHIR: roles, with who and where', routeText(http?.fhir)],
        ...peers.map(({ name, bytes, loadSeconds }) => [
          `${name}: size, time to load`,
          `${bytesText(bytes)}, ${secondsText(loadSeconds)}`,
        ]),
      ],
    ),
    [...peers.map(({ name, description }) => `${name}: ${description}`), ...result.missing]
      .map((sentence) => `- ${sentence}.`)
      .join('\n'),
  ].join('\n\n')
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

function numberText(value?: number): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 10 : 0 })
}

function millisText(ms?: number): string {
  return ms !== undefined && ms < 1 ? `${numberText(ms * 1000)} µs` : `${numberText(ms)} ms`
}

function bytesText(bytes?: number): string {
  return bytes !== undefined && bytes < 1e9 ? `${numberText(bytes / 1e6)} MB` : `${numberText(bytes && bytes / 1e9)} GB`
}

const secondsText = (seconds?: number) => `${numberText(seconds)} s`
const percentText = (share?: number) => `${numberText(share && 100 * share)} %`
const usageText = ({ seconds, peakBytes }: Usage) => `${secondsText(seconds)}, ${bytesText(peakBytes)} of memory`
