import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { programFiles } from './program.ts'

const registry = `${import.meta.dirname}/../..`

test('what decides the bytes of a record makes another program, the entry of its threads among it', () => {
  const files = programFiles()
  expect(files).toEqual(
    expect.arrayContaining(['build/join.ts', 'build/render/batch-writer.ts', 'read/words.ts', 'format.ts']),
  )
  expect(files).toContain('threads/worker-entry.mjs')
})

test('tests and their helpers, downloads and what the terminal shows make no other program', () => {
  const helpers = readdirSync(`${registry}/build`, { recursive: true, encoding: 'utf8' }).filter((name) => {
    return /\.test\.ts$|(^|\/)test-|-for-tests\.ts$|^update\/|^(main|status|progress)\.ts$/.test(name)
  })
  expect(helpers.length).toBeGreaterThan(40)
  const files = new Set(programFiles())
  expect(helpers.filter((name) => files.has(`build/${name}`))).toEqual([])
})
