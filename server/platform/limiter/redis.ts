/** Counts takes in a shared Redis or Valkey by its clock. While it does not answer, this process counts in memory. */
import { createHash } from 'node:crypto'
import { createClient, type RedisClientType } from '@redis/client'
import { reasonOf } from '../error-code.ts'
import type { Limiter, LimitRule, Take } from './limiter.ts'
import { memoryLimiter, stepsOfWindow } from './memory.ts'

export interface RedisLimiterOptions {
  warn(sentence: string): void
  /** For tests: milliseconds since 1970 instead of the server's clock, and another timeout. */
  now?: () => number
  waitMs?: number
}

const answerTimeoutMs = 500

const pauseMs = 1_000

export function redisLimiter(url: string, options: RedisLimiterOptions): Limiter {
  const { warn, now, waitMs = answerTimeoutMs } = options
  const fallback = memoryLimiter(now)
  // Connects at once, so that the first calls find a connection.
  let early: Promise<RedisClientType | undefined> | undefined = connect(url, waitMs).catch(() => undefined)
  let connection: Promise<RedisClientType> | undefined
  let triedAtMs = Number.NEGATIVE_INFINITY
  let isAway = false

  function open(): Promise<RedisClientType> {
    const begun = early
    early = undefined
    return begun === undefined ? connect(url, waitMs) : begun.then((client) => client ?? connect(url, waitMs))
  }

  async function ask(subject: string, rules: readonly LimitRule[]): Promise<Take> {
    connection ??= open()
    const client = await connection
    const keys = rules.map(({ name }) => `praxidex:limit:{${subject}}:${name}`)
    const numbers = [now?.() ?? -1, ...rules.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds])]
    return takeOf(rules, await run(client, { keys, arguments: numbers.map(String) }))
  }

  function giveUp(error: unknown): void {
    if (!isAway) {
      warn(`The limiter's server does not answer, so each process counts requests for itself: ${reasonOf(error)}.`)
    }
    isAway = true
    triedAtMs = performance.now()
    void drop(connection)
    connection = undefined
  }

  return {
    async take(subject, rules) {
      if (rules.length === 0) return { isAllowed: true, states: [] }
      if (isAway && performance.now() - triedAtMs < pauseMs) return fallback.take(subject, rules)
      // While it is away, one call at a time tries it.
      triedAtMs = performance.now()
      try {
        const take = await inTime(ask(subject, rules), waitMs)
        if (isAway) warn("The limiter's server answers again.")
        isAway = false
        return take
      } catch (error) {
        giveUp(error)
        return fallback.take(subject, rules)
      }
    },
    async close() {
      await drop(connection ?? early)
      connection = undefined
    },
  }
}

async function connect(url: string, waitMs: number): Promise<RedisClientType> {
  const socket = { reconnectStrategy: false, connectTimeout: waitMs } as const
  const client: RedisClientType = createClient({ url, socket, disableOfflineQueue: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function drop(connection: Promise<RedisClientType | undefined> | undefined): Promise<void> {
  try {
    const client = await connection
    client?.destroy()
  } catch {}
}

async function inTime<T>(answer: Promise<T>, waitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${waitMs} ms`)), waitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * KEYS: hashes of the rules (step -> count). ARGV: time in ms (-1 for the server's), then limit and seconds per rule.
 * Steps ahead of a clock that was set back count for a window.
 */
const script = `
local nowMs = tonumber(ARGV[1])
if nowMs < 0 then
  local time = redis.call('TIME')
  nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
end
local allowed = 1
local rules = {}
for index, key in ipairs(KEYS) do
  local limit, seconds = tonumber(ARGV[2 * index]), tonumber(ARGV[2 * index + 1])
  local step = math.floor(nowMs * ${stepsOfWindow} / (1000 * seconds))
  local steps, total = {}, 0
  local taken = redis.call('HGETALL', key)
  for at = 1, #taken, 2 do
    local number, count = tonumber(taken[at]), tonumber(taken[at + 1])
    if number < step - ${stepsOfWindow} or number > step + ${stepsOfWindow} then
      redis.call('HDEL', key, taken[at])
    else
      steps[#steps + 1] = { number, count }
      total = total + count
    end
  end
  if total >= limit then allowed = 0 end
  rules[index] = { key = key, limit = limit, seconds = seconds, step = step, steps = steps, total = total }
end
local answer = { allowed }
for index, rule in ipairs(rules) do
  if allowed == 1 then
    redis.call('HINCRBY', rule.key, rule.step, 1)
    redis.call('PEXPIRE', rule.key, math.ceil(1000 * rule.seconds * ${stepsOfWindow + 2} / ${stepsOfWindow}))
    rule.steps[#rule.steps + 1] = { rule.step, 1 }
    rule.total = rule.total + 1
  end
  table.sort(rule.steps, function(a, b) return a[1] < b[1] end)
  local reset = rule.seconds
  local tooMany = math.max(1, rule.total - rule.limit + 1)
  for _, taken in ipairs(rule.steps) do
    tooMany = tooMany - taken[2]
    if tooMany <= 0 then
      reset = math.ceil(((taken[1] + ${stepsOfWindow + 1}) * 1000 * rule.seconds / ${stepsOfWindow} - nowMs) / 1000)
      break
    end
  end
  if rule.total == 0 and rule.limit > 0 then reset = 0 end
  answer[2 * index] = rule.total
  answer[2 * index + 1] = reset
end
return answer`

const scriptHash = createHash('sha1').update(script).digest('hex')

/** NOSCRIPT after a restart of the server. */
async function run(client: RedisClientType, input: { keys: string[]; arguments: string[] }): Promise<number[]> {
  try {
    return numbersOf(await client.evalSha(scriptHash, input))
  } catch (error) {
    if (!reasonOf(error).startsWith('NOSCRIPT')) throw error
    return numbersOf(await client.eval(script, input))
  }
}

function numbersOf(reply: unknown): number[] {
  if (Array.isArray(reply)) return reply.map(Number)
  throw new Error('expected a list of numbers from the script; got something else')
}

function takeOf(rules: readonly LimitRule[], [allowed, ...numbers]: readonly number[]): Take {
  return {
    isAllowed: allowed === 1,
    states: rules.map((rule, index) => ({
      rule,
      remaining: Math.max(0, rule.limit - numbers[2 * index]),
      resetSeconds: numbers[2 * index + 1],
    })),
  }
}
