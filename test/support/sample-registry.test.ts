import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildSampleAnew } from './sample-registry.ts'

test('a registry for tests is built apart from the one that the environment names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'praxidex-operator-'))
  vi.stubEnv('REGISTRY_DIR', folder)
  vi.stubEnv('DATA_DIR', folder)
  // A build that read these would refuse to start.
  vi.stubEnv('PORT', 'none')
  vi.stubEnv('DATABASE_URL', 'postgres://operator@db.example.org/praxidex')
  onTestFinished(() => void vi.unstubAllEnvs())
  onTestFinished(() => rm(folder, { recursive: true }))
  const sample = await buildSampleAnew(100)
  onTestFinished(() => sample.remove())
  expect(sample.manifest.isSample).toBe(true)
  expect(await readdir(folder)).toEqual([])
})
