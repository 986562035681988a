import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { readCurrent } from '#registry/format'
import { historyFolder } from '#registry/search/changes'
import { openRegistry } from '#registry/search/open-registry'
import { takeProcessLock } from '#server/platform/process-lock'
import { zipOf } from '../../test/support/registry/archives.ts'
import { buildIn } from '../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { putFile, startSite } from '../../test/support/registry/test-site.ts'
import { run, start } from '../../test/support/registry-command.ts'
import { note } from '../../test/support/reported.ts'
import { isNight } from '../../test/support/trials.ts'
import { versionDir } from './announce.ts'

/**
 * Lets a build come no further than to the end of a step: it stands still where the next one would begin, or the
 * process end, so that a signal always meets it in this one. Its threads work on.
 */
const holdingAfter = (step: string) => `
import { isMainThread } from 'node:worker_threads'
if (isMainThread) {
  const write = process.stdout.write.bind(process.stdout)
  let isReached = false
  const hold = () => {
    if (isReached) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  process.stdout.write = (text) => {
    if (text.startsWith('step: ')) hold()
    isReached ||= text === ${JSON.stringify(`step: ${step}
`)}
    return write(text)
  }
  process.on('exit', hold)
}`

/** Runs a build until it says that a step begins, then sends the signal. Answers with how the process ended. */
async function stopAt(registryDir: string, paths: readonly string[], step: string, signal: NodeJS.Signals) {
  return stopCommandAt(registryDir, ['build', ...paths], {}, step, signal)
}

async function stopCommandAt(
  registryDir: string,
  command: readonly string[],
  env: Record<string, string>,
  step: string,
  signal: NodeJS.Signals,
) {
  // An interrupted build has to go on to its end.
  const child = start(registryDir, command, env, signal === 'SIGKILL' ? holdingAfter(step) : '')
  const closed = once(child, 'close')
  await saidBy(child, step)
  child.kill(signal)
  const [code, killedBy] = await closed
  return { code, killedBy }
}

/** Waits until a build says that a step begins, or ends without that. */
async function saidBy({ stdout }: ChildProcess, step: string): Promise<void> {
  if (stdout === null) throw new Error('expected the output of the build; got none')
  for await (const line of createInterface({ input: stdout })) {
    if (line === `step: ${step}`) break
  }
  stdout.resume()
}

/**
 * A few for builds that are held where they are killed: more would add nothing to that. Written from one row, since
 * that of 330 columns takes longer to write than to read.
 */
function peopleCsv(first: string, count = 300): string {
  const [header = '', row = ''] = mainCsv([person(npiOf(0), { 'Provider First Name': first })]).split('\n')
  const rows = Array.from({ length: count }, (_, n) => `${row.replace(npiOf(0), npiOf(n))}\n`)
  return `${header}\n${rows.join('')}`
}

const name = 'npidata_pfile_20050523-20260608.csv'

async function expectTidyAndServing(registryDir: string): Promise<string> {
  const current = await readCurrent(registryDir)
  const registry = await openRegistry(versionDir(registryDir, current?.version ?? 'none'))
  registry.close()
  expect(readdirSync(join(registryDir, 'versions')).filter((entry) => entry.startsWith('.'))).toEqual([])
  const others = readdirSync(registryDir).filter((entry) => !['versions', 'downloads', historyFolder].includes(entry))
  expect(others).toEqual(['current.json'])
  return current?.version ?? ''
}

const steps = [
  'looking at the files',
  'reading',
  'writing the snapshot',
  'opening the snapshot',
  'announcing',
  'removing old versions',
]

/** What is killed: by night each step four times, with every change one of them. */
const rounds = 4
function killedAt(names: readonly string[], everyChange: string): readonly string[] {
  return isNight ? Array.from({ length: rounds }, () => names).flat() : [everyChange]
}

test('T11: a build killed at any step leaves a whole version serving, and the next build succeeds and tidies up', async () => {
  const registryDir = testFolder()
  const inputs = testFolder()
  const [first = ''] = writeFiles(inputs, { [name]: peopleCsv('ADA') })
  await buildIn(registryDir, [first])
  const killed = killedAt(steps, 'writing the snapshot')
  for (const [index, step] of killed.entries()) {
    const before = readFileSync(join(registryDir, 'current.json'), 'utf8')
    const paths = writeFiles(inputs, { [name]: peopleCsv(`KILLED${index}`) })
    expect(await stopAt(registryDir, paths, step, 'SIGKILL')).toEqual({ code: null, killedBy: 'SIGKILL' })
    const current = await readCurrent(registryDir)
    const registry = await openRegistry(versionDir(registryDir, current?.version ?? 'none'))
    registry.close()
    // Before the last step the old version must still serve; once announced, the new one may.
    if (step !== 'removing old versions' && step !== 'announcing') {
      expect(readFileSync(join(registryDir, 'current.json'), 'utf8')).toBe(before)
    }
    const after = await run(registryDir, ['build', ...writeFiles(inputs, { [name]: peopleCsv(`AFTER${index}`) })])
    expect(after).toMatchObject({ code: 0, err: '' })
    expect(after.out).toContain(`Version ${await expectTidyAndServing(registryDir)} is announced.`)
  }
  note({ id: 'T11', seed: null, trials: killed.length }, { of: 'builds' })
}, 720_000)

test('T11: the first version, whose announcement was cut off before its name was in place, serves after the next build', async () => {
  const registryDir = testFolder()
  const sample = ['build', '--sample', '--providers', '50']
  expect(await run(registryDir, sample)).toMatchObject({ code: 0 })
  renameSync(join(registryDir, 'current.json'), join(registryDir, '.next-current.json'))
  expect(await run(registryDir, sample)).toMatchObject({ code: 0, err: '' })
  await expectTidyAndServing(registryDir)
})

test('T11: an update killed at any step leaves a whole version serving, and the next update succeeds and tidies up', async () => {
  const registryDir = testFolder()
  const site = await startSite({
    'NPPES_Data_Dissemination_May_2026.zip': await zipOf({ [name]: peopleCsv('ADA') }),
  })
  const env = { REGISTRY_UPDATE_URL: site.pageUrl.href }
  let edition = 1
  const putWeek = async (first: string, index: number) => {
    const row = person(npiOf(index), { 'Provider First Name': first, 'Last Update Date': '06/14/2026' })
    const week = await zipOf({ 'npidata_pfile_20260609-20260615.csv': mainCsv([row]) })
    putFile(site, 'NPPES_Data_Dissemination_060926_061526_Weekly.zip', week, edition++)
  }
  expect(await run(registryDir, ['update'], env)).toMatchObject({ code: 0, err: '' })
  const killed = killedAt(steps, 'announcing')
  for (const [index, step] of killed.entries()) {
    const before = readFileSync(join(registryDir, 'current.json'), 'utf8')
    await putWeek(`KILLED${index}`, index)
    const stopped = await stopCommandAt(registryDir, ['update'], env, step, 'SIGKILL')
    expect(stopped).toEqual({ code: null, killedBy: 'SIGKILL' })
    const current = await readCurrent(registryDir)
    const registry = await openRegistry(versionDir(registryDir, current?.version ?? 'none'))
    registry.close()
    if (step !== 'removing old versions' && step !== 'announcing') {
      expect(readFileSync(join(registryDir, 'current.json'), 'utf8')).toBe(before)
    }
    await putWeek(`AFTER${index}`, index)
    const after = await run(registryDir, ['update'], env)
    expect(after).toMatchObject({ code: 0, err: '' })
    expect(after.out).toContain(`Version ${await expectTidyAndServing(registryDir)} is announced.`)
  }
  note({ id: 'T11', seed: null, trials: killed.length }, { of: 'updates' })
}, 720_000)

test('T11: a build killed while it makes a damaged version whole loses nothing, and the next one makes it whole', async () => {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), { [name]: peopleCsv('ADA') })
  await buildIn(registryDir, paths)
  const version = (await readCurrent(registryDir))?.version ?? ''
  const before = readFileSync(join(registryDir, 'current.json'), 'utf8')
  for (const step of isNight ? ['opening the snapshot', 'announcing'] : ['announcing']) {
    writeFileSync(join(versionDir(registryDir, version), 'flags.u8'), 'damaged')
    expect(await stopAt(registryDir, paths, step, 'SIGKILL')).toEqual({ code: null, killedBy: 'SIGKILL' })
    if (step === 'opening the snapshot') expect(readFileSync(join(registryDir, 'current.json'), 'utf8')).toBe(before)
    expect((await readCurrent(registryDir))?.version).toBe(version)
    const after = await buildIn(registryDir, paths, {}, takeProcessLock)
    expect(after).toMatchObject({ refused: [], reportPath: undefined, manifest: { version } })
    expect(await expectTidyAndServing(registryDir)).toBe(version)
  }
}, 180_000)

test('an interrupted build says so, exits with 130 and leaves nothing behind', async () => {
  const paths = writeFiles(testFolder(), { [name]: peopleCsv('ADA', 20_000) })
  const interrupted = ['reading', 'writing the snapshot'].map(async (step) => {
    const registryDir = testFolder()
    expect(await stopAt(registryDir, paths, step, 'SIGINT')).toEqual({ code: 130, killedBy: null })
    expect(readdirSync(join(registryDir, 'versions'))).toEqual([])
    expect(readdirSync(registryDir)).toEqual(['versions'])
  })
  await Promise.all(interrupted)
})

test('while one build runs another is refused with one sentence', async () => {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), { [name]: peopleCsv('ADA') })
  const child = start(registryDir, ['build', ...paths], {}, holdingAfter('reading'))
  const closed = once(child, 'close')
  await saidBy(child, 'reading')
  const second = await run(registryDir, ['build', ...paths])
  child.kill('SIGKILL')
  expect(await closed).toEqual([null, 'SIGKILL'])
  expect(second.code).toBe(1)
  expect(second.err).toBe(
    `The registry folder ${registryDir} is in use by process ${child.pid}, which holds ${join(registryDir, 'build.lock')}.\n`,
  )
})
