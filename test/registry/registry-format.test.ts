import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'

const root = new URL('../..', import.meta.url).pathname
const readme = readFileSync(`${root}docs/registry-format.md`, 'utf8')
const versionInReadme = 'data/registry/versions/2026-11-08-17668bc7'
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

let sample: SampleRegistry
beforeAll(async () => {
  sample = await buildSampleRegistry(3000)
})
afterAll(() => sample.remove())

/** What some lines of the page print, on the sample, in a project that has this one and tsx in its node_modules. */
async function printed(code: string): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), 'praxidex-readme-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(root, join(project, 'node_modules', 'praxidex'))
  symlinkSync(join(root, 'node_modules', 'tsx'), join(project, 'node_modules', 'tsx'))
  writeFileSync(join(project, 'program.mts'), code.replaceAll(versionInReadme, sample.versionDir))
  return (await promisify(execFile)(process.execPath, ['--import', 'tsx', 'program.mts'], { cwd: project })).stdout
}

test('the lines of docs/registry-format.md that open a snapshot find doctors, nearest first', async () => {
  expect(blocks).toHaveLength(2)
  const out = await printed(blocks[0] ?? '')
  const [, total, miles, json = ''] = /^(\d+) ([\d.]+) (\[.*\])\n$/.exec(out) ?? []
  const found: unknown = JSON.parse(json)
  expect([Number(total) > 0, Number(miles) <= 10, Array.isArray(found)]).toEqual([true, true, true])
})

test('and those that read its files without the library print the first provider', async () => {
  expect(await printed(blocks[1] ?? '')).toMatch(/^(2\d{9}) \{"id":"\w{3}_\w{7}","npi":\1,"name":"/)
})

test('every file of a snapshot stands in docs/registry-format.md, and no other', () => {
  const names = Object.keys(sample.manifest.files)
  // Files that come in several kinds stand there once, with the other kind in words.
  const known = (name: string) => readme.includes(name) || readme.includes(name.replace(/^credential-/, 'taxonomy-'))
  expect(names.filter((name) => !known(name.replace(/\.\w+$/, '')))).toEqual([])
  const told = [...readme.matchAll(/`([a-z-]+\.(?:u8|u16|u32|i32|f64|utf8|list|bin))`/g)].map(([, name]) => name)
  expect(told.filter((name) => name !== undefined && !names.includes(name))).toEqual([])
})
