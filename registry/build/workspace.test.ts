import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/registry/test-files.ts'
import { openWorkspace } from './workspace.ts'

test('a registry folder that cannot be tidied is given free all the same', () => {
  const registryDir = testFolder()
  let released = 0
  const workspace = openWorkspace(registryDir, () => ({ release: () => released++ }))
  rmSync(join(registryDir, 'versions'), { recursive: true })
  expect(() => workspace.close()).toThrow('ENOENT')
  expect(released).toBe(1)
  workspace.close()
  expect(released).toBe(1)
})

/** Writes one small file after the other into a folder, as long as it can. */
const writing = `
const { writeFileSync } = require('node:fs')
const { threadId, workerData } = require('node:worker_threads')
try {
  for (let n = 0; ; n++) writeFileSync(workerData + '/' + threadId + '-' + n, '')
} catch {}`

test('what is unfinished goes away while threads still write there', async () => {
  const registryDir = testFolder()
  for (let round = 0; round < 5; round++) {
    const workspace = openWorkspace(registryDir, () => ({ release() {} }))
    const workerData = workspace.begin()
    const threads = [1, 2].map(() => new Worker(writing, { eval: true, workerData }))
    const ended = threads.map((thread) => new Promise((resolve) => thread.once('exit', resolve)))
    await expect.poll(() => readdirSync(workerData).length).toBeGreaterThan(0)
    workspace.close()
    expect(readdirSync(join(registryDir, 'versions'))).toEqual([])
    await Promise.all(ended)
    expect(existsSync(workerData)).toBe(false)
  }
})
