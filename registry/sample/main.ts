/** Writes the sample as files. Exit code 0 when done, 1 with the reason when not, 130 when interrupted. */
import { parseArgs } from 'node:util'
import { messageOf } from '#registry/search/errors'
import { writeSample } from './write-sample.ts'

const usage = 'usage: npm run registry:sample -- --providers N [--seed S] [--to DIR]'
const defaultSeed = '1'
const defaultFolder = 'data/sample'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort(new Error('Interrupted. Unfinished files were removed.')))
}
try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = interruption.signal.aborted ? 130 : 1
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      providers: { type: 'string' },
      seed: { type: 'string', default: defaultSeed },
      to: { type: 'string', default: defaultFolder },
    },
  })
  const { providers, seed, to } = values
  if (providers === undefined) throw new Error(usage)
  const startedAt = performance.now()
  const paths = await writeSample({
    dir: to,
    providers: whole('providers', providers),
    seed: whole('seed', seed),
    onProgress: report(),
    signal: interruption.signal,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Wrote ${providers} fictional providers in ${seconds} s:`)
  for (const path of paths) console.log(`  ${path}`)
}

function whole(name: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new RangeError(`${name}: expected a whole number in digits; got ${text}`)
}

function report(): (written: number) => void {
  const step = 1_000_000
  let next = step
  return (written) => {
    if (written < next) return
    console.log(`${written} providers`)
    next += step
  }
}
