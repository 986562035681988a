/**
 * How the process ends. Parts stop in reverse order of their start, on a signal, a mistake at start or an uncaught
 * error, within a time limit. A failure is always reported, and nothing is served on after one. A second signal ends
 * the process at once; even then the embedded database stops in order.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from './platform/error-code.ts'
import { watchStarter } from './platform/parent-watch.ts'

type Stop = () => Promise<void> | void

export interface Lifecycle {
  /** Aborted as soon as the process is to end; long steps of the start listen to it. */
  readonly ending: AbortSignal
  /** On SIGTERM, serves on for this many milliseconds before stopping, so that balancers turn elsewhere. */
  drainFor(ms: number): void
  /** Registers how to stop what was just started. */
  onEnd(stop: Stop): void
  /** Registers a part that is closed at the end, and answers it. */
  own<Part extends { close: Stop }>(part: Part): Part
  /** Ends the process when npm, which started it, is gone. */
  endWithNpm(): void
  /** Ends the process with exit code 1, after saying why; what fails at a start that is being ended is no failure. */
  fail(error: unknown): void
}

/** How long stopping may take. Requests under way are answered within it or not at all. */
const endTimeoutMs = 20_000

/** npm passes on the signal that the terminal has sent to everyone already: what comes this soon is the same Ctrl-C. */
const sameSignalMs = 1_000

/** Runs `start`, and sees to the end of the process from then on. */
export function runProcess(start: (lifecycle: Lifecycle) => Promise<void>): void {
  const ending = new AbortController()
  const failing = new AbortController()
  const stops: Stop[] = []
  let isStarted = false
  let endedAt: number | undefined
  let drainMs = 0

  const end = async (beforeMs = 0) => {
    if (endedAt !== undefined) return
    endedAt = performance.now()
    ending.abort()
    // A failure ends the wait.
    await wait(beforeMs, undefined, { signal: failing.signal }).catch(() => {})
    setTimeout(giveUp, endTimeoutMs).unref()
    await started
    for (const stop of stops.reverse()) await stopOne(stop)
    process.exit(failing.signal.aborted ? 1 : 0)
  }
  const endBecause = (sentence: string) => {
    say(sentence)
    failing.abort()
    end()
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (endedAt !== undefined && performance.now() - endedAt > sameSignalMs) process.exit(130)
    // Ctrl-C does not wait for a balancer.
    end(signal === 'SIGTERM' ? drainMs : 0)
  }
  const onBug = (error: unknown) =>
    endBecause(`The process ends on an unexpected error: ${error instanceof Error ? error.stack : error}`)

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, onBug)
  const lifecycle: Lifecycle = {
    ending: ending.signal,
    drainFor: (ms) => {
      drainMs = ms
    },
    onEnd: (stop) => void stops.push(stop),
    own(part) {
      stops.push(() => part.close())
      return part
    },
    endWithNpm: () =>
      watchStarter(() => {
        // npm exits first when both get the signal to end.
        if (endedAt === undefined) endBecause('npm, which started this process, is gone; the process ends too.')
      }),
    fail(error) {
      if (isStarted || endedAt === undefined) endBecause(`${reasonOf(error)}.`)
    },
  }
  const started = start(lifecycle).then(() => {
    isStarted = true
  }, lifecycle.fail)
}

function giveUp(): void {
  say(`Stopping took longer than ${endTimeoutMs / 1000} s; the process ends without waiting for the rest.`)
  process.exit(1)
}

/** A part that fails to stop must not keep the others running. */
async function stopOne(stop: Stop): Promise<void> {
  try {
    await stop()
  } catch (error) {
    say(`${reasonOf(error)}.`)
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
