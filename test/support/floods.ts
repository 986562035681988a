/** Loads that strangers may put on a server, and what others and its memory have of them. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from './platform/test-child.ts'
import { testProgram } from './prepared.ts'

export interface NeverReading {
  port: number
  kind: 'never reading'
  connections: number
  requests: number
  path: string
  seconds: number
}

export interface Flood {
  port: number
  kind: 'keys' | 'sessions'
  connections: number
  perSecond: number
  seconds: number
}

/** Starts the program of a load; once it is up, answers what it says when it is over. */
export async function startLoad(load: Flood | NeverReading): Promise<{ over: Promise<string> }> {
  const child = startProgram([...testProgram('test/support/flood/main.ts'), JSON.stringify(load)])
  await child.line()
  return { over: child.line() }
}

export interface Times {
  count: number
  /** Of answers that were not 200, by status or error. */
  others: Record<string, number>
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** Asks every `everyMs` milliseconds until `over` is settled, each time whether or not the answer before has come. */
export async function timesUntil(
  over: Promise<unknown>,
  { url, headers = {}, everyMs }: { url: string; headers?: Record<string, string>; everyMs: number },
): Promise<Times> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const others: Record<string, number> = {}
  let isOver = false
  const ended = over.finally(() => {
    isOver = true
  })
  const asking: Promise<void>[] = []
  while (!isOver) {
    const startedMs = performance.now()
    asking.push(
      statusOf(url, headers, agent).then((status) => {
        times.push(performance.now() - startedMs)
        if (status !== '200') others[status] = (others[status] ?? 0) + 1
      }),
    )
    await wait(everyMs)
  }
  await ended
  await Promise.all(asking)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? 0)) / 10
  return { count: times.length, others, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

function statusOf(url: string, headers: Record<string, string>, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers, timeout: 20_000 }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(String(answer.statusCode)))
      answer.on('error', (error) => resolve(error.name))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', (error) => resolve('code' in error ? String(error.code) : error.name))
    asked.end()
  })
}

/** The bytes that a process has resident at the highest while work is done, over those before it. */
export async function addedBytes(pid: number, work: Promise<unknown>): Promise<number> {
  const before = residentBytes(pid)
  let highest = before
  const watching = setInterval(() => {
    highest = Math.max(highest, residentBytes(pid))
  }, 20)
  await work.finally(() => clearInterval(watching))
  return highest - before
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return 1024 * Number(kilobytes)
}
