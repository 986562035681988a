import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCurrent } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { zipOf } from '../../test/support/registry/archives.ts'
import { stateOf } from '../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, type Row, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { putFile, startSite } from '../../test/support/registry/test-site.ts'
import { run } from '../../test/support/registry-command.ts'
import { versionDir } from './announce.ts'
import { lockPath } from './workspace.ts'

/**
 * A disk that takes this many bytes of what the program writes and then fails as the system does. At the end it says
 * how many it took.
 */
const diskOf = (bytes: number) => `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
let left = ${bytes}
let taken = 0
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const take = (length) => {
  if (left === 0 && length > 0) throw full()
  const taking = Math.min(left, length)
  left -= taking
  taken += taking
  return taking
}
const { writeSync, writeFileSync, appendFileSync } = fs
fs.writeSync = (fd, content, offset = 0, length = content.length - offset, place = null) =>
  writeSync(fd, content, offset, take(length), place)
const whole = (write) => (path, content, options) => {
  if (take(content.length) < content.length) throw full()
  return write(path, content, options)
}
fs.writeFileSync = whole(writeFileSync)
fs.appendFileSync = whole(appendFileSync)
const file = await fs.promises.open(process.execPath)
const handle = Object.getPrototypeOf(file)
await file.close()
for (const name of ['appendFile', 'writeFile']) {
  const write = handle[name]
  handle[name] = async function (content) {
    if (take(content.length) < content.length) throw full()
    return write.call(this, content)
  }
}
syncBuiltinESMExports()
process.on('exit', () => process.stdout.write('taken: ' + taken + '\\n'))`

const oldVersion = '2020-01-01-00000000'

/** A disk that has no room, not even to remove an old version. */
const withoutRoomToRemove = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { rmSync } = fs
fs.rmSync = (path, options) => {
  if (!String(path).endsWith('${oldVersion}')) return rmSync(path, options)
  throw Object.assign(new Error('ENOSPC: no space left on device, rm'), { code: 'ENOSPC' })
}
syncBuiltinESMExports()`

const unlimited = Number.MAX_SAFE_INTEGER
const people = (first: string): Row[] =>
  Array.from({ length: 400 }, (_, n) => person(npiOf(n), { 'Provider First Name': first }))

/** A registry in which one version serves. */
async function serving(): Promise<string> {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20261108.csv': mainCsv(people('ADA')) })
  expect(await run(registryDir, ['build', ...paths])).toMatchObject({ code: 0 })
  return registryDir
}

/** Runs a command on a disk with so much room, and expects it to say what is wrong, and that nothing has changed. */
async function expectRefused(registryDir: string, args: readonly string[], disk: string, env = {}): Promise<void> {
  const before = stateOf(registryDir)
  const { code, err } = await run(registryDir, args, env, disk)
  expect({ code, err }).toEqual({
    code: 1,
    err: `The disk of ${registryDir} is full (ENOSPC: no space left on device, write); the version that serves has not changed.\n`,
  })
  expect(stateOf(registryDir)).toBe(before)
  expect(existsSync(lockPath(registryDir))).toBe(false)
  const registry = await openRegistry(versionDir(registryDir, (await readCurrent(registryDir))?.version ?? 'none'))
  expect(registry.get(Number(npiOf(7)))).toMatchObject({ kind: 'found' })
  registry.close()
}

/** The lock, which is taken first, has a sentence of its own. */
const lockBytes = 500
/** What is written last names the new version. */
const roomsWithin = (bytes: number) => [lockBytes, Math.floor(bytes / 2), bytes - 50]
const week = {
  'npidata_pfile_20261109-20261115.csv': mainCsv([person(npiOf(3), { 'Last Update Date': '11/12/2026' })]),
}

/** The bytes that a command writes in a registry folder, which stays as it is. */
async function bytesOf(registryDir: string, args: readonly string[]): Promise<number> {
  const copy = testFolder()
  cpSync(registryDir, copy, { recursive: true })
  const { out } = await run(copy, args, {}, diskOf(unlimited))
  return Number(/^taken: (\d+)$/m.exec(out)?.[1])
}

describe('a disk that is full', () => {
  test('stops a build with one sentence that names it, wherever it fills up, and leaves the folder as it was', async () => {
    const args = [
      'build',
      ...writeFiles(testFolder(), { 'npidata_pfile_20050523-20261109.csv': mainCsv(people('BEA')) }),
    ]
    const registryDir = await serving()
    const bytes = await bytesOf(registryDir, args)
    for (const room of roomsWithin(bytes)) await expectRefused(registryDir, args, diskOf(room))
    expect(await run(registryDir, args, {}, diskOf(bytes + lockBytes))).toMatchObject({ code: 0, err: '' })
  }, 180_000)

  test('once the new version serves is only a note, and nothing says that the version has not changed', async () => {
    const paths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20261109.csv': mainCsv(people('BEA')) })
    const registryDir = await serving()
    mkdirSync(versionDir(registryDir, oldVersion))
    const { code, out, err } = await run(registryDir, ['build', ...paths], {}, withoutRoomToRemove)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('The version serves, but tidying up behind it failed: ENOSPC: no space left on device, rm')
    expect(out).toMatch(/^Version 2026-11-09-\w+ is announced\.$/m)
  }, 180_000)

  test('stops the making of a sample likewise', async () => {
    const args = ['build', '--sample', '--providers', '400', '--allow-count-change']
    await expectRefused(await serving(), args, diskOf(lockBytes))
  }, 180_000)

  test('stops a download likewise, and what arrived stays', async () => {
    const full = 'NPPES_Data_Dissemination_November_2026_V2.zip'
    const site = await startSite({
      [full]: await zipOf({ 'npidata_pfile_20050523-20261108.csv': mainCsv(people('ADA')) }),
    })
    const env = { REGISTRY_UPDATE_URL: site.pageUrl.href }
    const registryDir = testFolder()
    expect(await run(registryDir, ['update'], env)).toMatchObject({ code: 0, err: '' })
    putFile(site, 'NPPES_Data_Dissemination_110926_111526_Weekly_V2.zip', await zipOf(week))
    await expectRefused(registryDir, ['update'], diskOf(1_000), env)
    expect(await run(registryDir, ['update'], env)).toMatchObject({ code: 0, err: '' })
  }, 180_000)
})
