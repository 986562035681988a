import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChild } from '../../test/support/platform/test-child.ts'
import { processIdentity, takeProcessLock } from './process-lock.ts'

const what = 'The test folder'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-lock-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A process that tries to take the lock on command, prints "taken" or the refusal, and holds on until it is killed. */
const holderSource = `
import { takeProcessLock } from ${JSON.stringify(new URL('./process-lock.ts', import.meta.url).href)}
console.log('ready')
process.stdin.once('data', () => {
  try { takeProcessLock(process.argv[1], ${JSON.stringify(what)}); console.log('taken') } catch (error) { console.log(error.message) }
})`

async function startHolder(path: string) {
  const child = startChild(holderSource, [path])
  expect(await child.line()).toBe('ready')
  return {
    ...child,
    tryNow() {
      child.tell('go')
      return child.line()
    },
  }
}

describe('a process lock', () => {
  it('is refused while a living process holds it, naming what, where and who', async () => {
    const path = join(folder, 'held')
    const holder = await startHolder(path)
    expect(await holder.tryNow()).toBe('taken')
    expect(() => takeProcessLock(path, what)).toThrow(
      `The test folder is in use by process ${holder.pid}, which holds ${path}.`,
    )
    await holder.kill()
  })

  it('can be taken at once after its holder was killed', async () => {
    const path = join(folder, 'killed')
    const holder = await startHolder(path)
    expect(await holder.tryNow()).toBe('taken')
    await holder.kill()
    const lock = takeProcessLock(path, what)
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid)
    lock.release()
  })

  it('can be taken when the process id of its dead holder belongs to another process now', () => {
    const path = join(folder, 'reused')
    writeFileSync(path, JSON.stringify({ pid: process.pid, identity: 'an earlier start', token: 'x' }))
    takeProcessLock(path, what).release()
    writeFileSync(path, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid), token: 'x' }))
    expect(() => takeProcessLock(path, what)).toThrow('in use by process')
  })

  it.each(['', '{', '{"pid":-1}', 'not json'])('can be taken over from a file that holds %j', (content) => {
    const path = join(folder, 'damaged')
    writeFileSync(path, content)
    takeProcessLock(path, what).release()
  })

  it('goes to exactly one of ten processes, whether it is new or left by a killed holder', async () => {
    const path = join(folder, 'race')
    let holders = await Promise.all(Array.from({ length: 10 }, () => startHolder(path)))
    for (let round = 0; round < 3; round++) {
      const said = await Promise.all(holders.map((holder) => holder.tryNow()))
      expect(said.filter((word) => word === 'taken')).toHaveLength(1)
      expect(said.filter((word) => word.startsWith('The test folder is in use by process'))).toHaveLength(9)
      await Promise.all(holders.map((holder) => holder.kill()))
      if (round < 2) holders = await Promise.all(Array.from({ length: 10 }, () => startHolder(path)))
    }
  })

  it('leaves nothing behind once released, and releasing twice does not free the lock of the next holder', () => {
    const path = join(folder, 'released')
    const first = takeProcessLock(path, what)
    first.release()
    const second = takeProcessLock(path, what)
    first.release()
    expect(() => takeProcessLock(path, what)).toThrow('in use')
    second.release()
    expect(readdirSync(folder).filter((name) => name.startsWith('released'))).toEqual([])
  })

  it('says so when the folder is not there', () => {
    expect(() => takeProcessLock(join(folder, 'nowhere', 'lock'), what)).toThrow(
      /^The test folder could not be locked: .*ENOENT/,
    )
  })
})
