import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvOf, mainCsv, npiOf, person, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { run } from '../../test/support/registry-command.ts'

test('a build reads the reviews and ratings in the folder of additions, and tells how rows about facilities matched', async () => {
  const registryDir = testFolder()
  mkdirSync(join(registryDir, 'additions'))
  const columns = ['Facility ID', 'Facility Name', 'Address', 'ZIP Code', 'Hospital overall rating']
  const row = { 'Facility ID': '330001', 'Facility Name': 'X', 'Hospital overall rating': '4' }
  writeFiles(join(registryDir, 'additions'), { 'hospitals.csv': csvOf(columns, [row]) })
  const paths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20261108.csv': mainCsv([person(npiOf(1))]) })
  const { code, out } = await run(registryDir, ['build', ...paths])
  expect(code).toBe(0)
  expect(out).toContain(
    '\nhospitals.csv: 0 rows matched by identifier, 0 by name and address; 0 fit several providers, 1 none',
  )
})

test('the commands build the sample, tell the status and say plainly what they cannot do', async () => {
  const registryDir = testFolder()
  const rollback = await run(registryDir, ['rollback'])
  expect(rollback).toMatchObject({ code: 1, out: '' })
  expect(rollback.err).toContain('expected a registry with an earlier version; got one that was never built')

  const built = await run(registryDir, ['build', '--sample', '--providers', '500'])
  expect(built).toMatchObject({ code: 0, err: '' })
  for (const index of [
    'reviews and ratings',
    'providers',
    'names',
    'specialties',
    'credentials',
    'places',
    'neighbors',
  ]) {
    expect(built.out).toMatch(new RegExp(`^ {2}index of ${index}: \\d+\\.\\d MB in \\d+\\.\\d s$`, 'm'))
  }
  const status = await run(registryDir, ['status'])
  expect(status.out).toContain('(fictional sample data)')
  expect(status.out).toMatch(/npidata_pfile_\d{8}-\d{8}\.csv {2,}main +\S+ +500 +500 +0 +0 +0\n/)
  expect(existsSync(join(registryDir, 'reports'))).toBe(false)

  const mistakes: [string[], string][] = [
    [[], 'expected build, update, status, rollback or publish; got nothing'],
    [['biuld'], 'expected build, update, status, rollback or publish; got biuld'],
    [['build'], 'expected files, folders or archives; got none'],
    [['build', '--sample', 'a.csv'], 'expected either --sample or files; got both'],
    [['build', '--sample', '--providers', '0'], '--providers: expected a whole number from 1 to 20000000; got 0'],
    [['build', '--smaple'], "Unknown option '--smaple'"],
    [['build', '--onto-last', 'a.csv'], "Unknown option '--onto-last'"],
    [['build', '--allow-sample', 'a.csv'], 'build: expected no option but --sample, --providers, '],
    [['update', '--sample'], 'update: expected no option but --leave-out-refused, --allow-count-change; got --sample'],
    [['status', '--sample'], 'status: expected no option; got --sample'],
    [['rollback', '--sample'], 'rollback: expected no option; got --sample'],
    [['publish', '--providers', '5'], 'publish: expected no option but --anew, --allow-sample; got --providers'],
    [['update', 'x'], 'update: expected nothing after it; got x'],
    [['status', 'x'], 'status: expected nothing after it; got x'],
  ]
  for (const [args, sentence] of mistakes) {
    const { code, err } = await run(registryDir, args)
    expect(code).toBe(1)
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/^\s+at /m)
  }
})
