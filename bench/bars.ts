/** The bars the product is built to meet, at nine million providers, and what was measured against each. */

import { median } from './measure.ts'
import { classNames } from './queries.ts'
import { productName, productWithRecordsName, type Result, ratiosTo, rivalsIn } from './result.ts'
import { bytesText, millisText, numberText, percentText } from './words.ts'

export interface Bar {
  what: string
  bar: string
  measured: string
  /** Undefined where it could not be measured. */
  holds: boolean | undefined
}

const megabyte = 1e6
const gigabyte = 1e9

export function barsOf(result: Result): Bar[] {
  return [...searchBars(result), ...rivalBars(result), ...httpBars(result), ...buildBars(result)]
}

function searchBars(result: Result): Bar[] {
  const rateBar = (name: string, perSecond: number): Bar => {
    const own = figuresOf(result, name, productName)
    const withRecords = figuresOf(result, name, productWithRecordsName)
    return {
      what: `${name}: rate on one core`,
      bar: `≥ ${numberText(perSecond)}/s`,
      measured: `${numberText(own?.rate)}/s; with records ${numberText(withRecords?.rate)}/s`,
      holds: own && own.rate >= perSecond,
    }
  }
  const timeBar = (name: string, ms: number): Bar => {
    const own = figuresOf(result, name, productName)
    const meanMs = own && 1000 / own.rate
    return {
      what: `${name}: time`,
      bar: `≤ ${millisText(ms)}`,
      measured: millisText(meanMs),
      holds: meanMs === undefined ? undefined : meanMs <= ms,
    }
  }
  const slowest = result.classes
    .map(({ name, figures }) => ({ name, ms: figures[productWithRecordsName]?.slowestMs ?? 0 }))
    .sort((a, b) => b.ms - a.ms)[0]
  return [
    rateBar(classNames.nearSpecialty, 60_000),
    rateBar(classNames.nearEveryone, 20_000),
    timeBar(classNames.manhattanSpecialty, 0.04),
    timeBar(classNames.manhattanEveryone, 0.4),
    timeBar(classNames.manhattanWideEveryone, 1),
    {
      what: 'any query, the slowest found, with records',
      bar: '≤ 20 ms',
      measured: `${millisText(slowest?.ms)} (${slowest?.name})`,
      holds: slowest && slowest.ms <= 20,
    },
  ]
}

function rivalBars(result: Result): Bar[] {
  return rivalsIn(result).flatMap((rival): Bar[] => {
    const ratios = ratiosTo(result, rival)
    if (ratios.length === 0) return []
    const middle = median(ratios.map(({ ratio }) => ratio))
    const least = ratios.reduce((a, b) => (b.ratio < a.ratio ? b : a))
    return [
      {
        what: `${rival}: median over the classes`,
        bar: '≥ 100 times',
        measured: `${numberText(middle)} times`,
        holds: middle >= 100,
      },
      {
        what: `${rival}: the class where it comes nearest`,
        bar: '≥ 1 time',
        measured: `${numberText(least.ratio)} times (${least.name})`,
        holds: least.ratio >= 1,
      },
    ]
  })
}

function httpBars({ http }: Result): Bar[] {
  const us = http.processorUs
  const share = (what: string, own: 'lookUp' | 'search', bare: 'hello' | 'fixed', bar: number): Bar => {
    const part = http[own] / http[bare]
    const byProcessor = us === undefined ? '' : `; ${percentText(us[bare] / us[own])} by processor time`
    return {
      what,
      bar: `≥ ${percentText(bar)}`,
      measured: `${percentText(part)} (${numberText(http[own])} of ${numberText(http[bare])}/s)${byProcessor}`,
      holds: part >= bar,
    }
  }
  return [
    share('HTTP look-up, metered, of a bare route that says hello', 'lookUp', 'hello', 0.65),
    share('HTTP search of 20, metered, of a bare route with as long a text', 'search', 'fixed', 0.6),
  ]
}

function buildBars({ build, http }: Result): Bar[] {
  const rate = build.inputBytes / build.seconds
  const most = (what: string, bytes: number | undefined, bar: number): Bar => ({
    what,
    bar: `≤ ${bytesText(bar)}`,
    measured: bytesText(bytes),
    holds: bytes === undefined ? undefined : bytes <= bar,
  })
  return [
    {
      what: 'build, everything included, against COPY of the main file into 330 text columns',
      bar: '≥ 1.5 times',
      measured: `${numberText(rate / build.copyBytesPerSecond)} times (${numberText(rate / megabyte)} against ${numberText(build.copyBytesPerSecond / megabyte)} MB/s)`,
      holds: rate >= 1.5 * build.copyBytesPerSecond,
    },
    most('memory of the build, at its highest', build.peakBytes, 3 * gigabyte),
    most('memory of the serving process, after the load', http.residentBytes, 1.5 * gigabyte),
    {
      what: 'opening a snapshot that was compared with its checksums before',
      bar: '≤ 2 s',
      measured: `${numberText(build.openSeconds)} s`,
      holds: build.openSeconds <= 2,
    },
    most('snapshot on disk', build.snapshotBytes, 6 * gigabyte),
  ]
}

function figuresOf({ classes }: Result, name: string, peer: string) {
  return classes.find((one) => one.name === name)?.figures[peer]
}
