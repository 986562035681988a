/** Shows progress: on a terminal one line that is rewritten, anywhere else a plain line every two seconds. */
export interface Progress {
  step(name: string): void
  bytes(done: number, total: number): void
  /** `most` is an upper bound: the count is known only at the end. */
  count(done: number, most: number, what: string): void
  note(text: string): void
}

export interface Terminal {
  write(text: string): void
  isTerminal: boolean
  /** Milliseconds, from any beginning. */
  nowMs(): number
}

const lineIntervalMs = 2_000
const rewriteIntervalMs = 100
const barWidth = 30

export function terminalProgress(terminal: Terminal): Progress {
  const intervalMs = terminal.isTerminal ? rewriteIntervalMs : lineIntervalMs
  let stepStartedMs = terminal.nowMs()
  let shownMs = stepStartedMs
  let hasOpenLine = false

  const line = (text: string) => {
    terminal.write(`${hasOpenLine ? clearLine : ''}${text}\n`)
    hasOpenLine = false
  }
  const update = (text: () => string, isLast: boolean) => {
    const nowMs = terminal.nowMs()
    if (!isLast && nowMs - shownMs < intervalMs) return
    shownMs = nowMs
    if (!terminal.isTerminal) {
      line(text())
      return
    }
    terminal.write(`${clearLine}${text()}`)
    hasOpenLine = true
    if (isLast) line(text())
  }
  return {
    step(name) {
      stepStartedMs = terminal.nowMs()
      shownMs = stepStartedMs
      line(`step: ${name}`)
    },
    bytes(done, total) {
      update(() => bytesText(done, total, terminal.nowMs() - stepStartedMs, terminal.isTerminal), done === total)
    },
    count(done, most, what) {
      update(() => countText(done, most, what, terminal.nowMs() - stepStartedMs), false)
    },
    note: line,
  }
}

/** On this process's own output. */
export function processProgress(): Progress {
  return terminalProgress({
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true,
    nowMs: () => performance.now(),
  })
}

const clearLine = '\r\u001b[2K'

function countText(done: number, most: number, what: string, elapsedMs: number): string {
  const rate = elapsedMs === 0 ? 0 : Math.round(done / (elapsedMs / 1000))
  const amount = `${done.toLocaleString('en-US')} of at most ${most.toLocaleString('en-US')} ${what}`
  return `  ${amount}, ${rate.toLocaleString('en-US')} per second, ${timeText(secondsLeft(done / most, elapsedMs))} left`
}

function bytesText(done: number, total: number, elapsedMs: number, hasBar: boolean): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const rate = elapsedMs === 0 ? 0 : done / 1e6 / (elapsedMs / 1000)
  const filled = Math.round(share * barWidth)
  const bar = hasBar ? `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ` : ''
  const amount = `${(done / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`
  return `  ${bar}${Math.floor(100 * share)} %, ${amount}, ${rate.toFixed(0)} MB/s, ${timeText(secondsLeft(share, elapsedMs))} left`
}

function secondsLeft(share: number, elapsedMs: number): number {
  return share === 0 ? 0 : Math.max(0, Math.ceil((elapsedMs / 1000) * (1 / share - 1)))
}

function timeText(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
