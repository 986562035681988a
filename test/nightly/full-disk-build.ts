/**
 * T04: a build of a registry, in threads, on a disk that is full: a small one in memory, which only the superuser of
 * Linux can make.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCurrent } from '#registry/format'
import { writeSample } from '#registry/sample/write-sample'
import { openRegistry } from '#registry/search/open-registry'
import { run } from '../support/registry-command.ts'
import { note } from '../support/reported.ts'
import { fill, mountDisk, unmountDisk } from '../support/small-disk.ts'

/** So many that their rows are read and written by threads (registry/build/limits.ts). */
const providers = 60_000
const diskBytes = 400_000_000

/** Room for part of the rows, and for the rows and part of the snapshot. */
const rooms = [5_000_000, 60_000_000]

const disk = mountDisk(diskBytes)
const named = `a disk without room${disk === undefined ? ' (not tried: no disk can be mounted here)' : ''}`

describe.skipIf(disk === undefined)(named, () => {
  const registryDir = join(disk ?? '', 'registry')
  const ballast = join(disk ?? '', 'ballast')
  let samples: string
  let [few, many]: [string[], string[]] = [[], []]
  beforeAll(async () => {
    samples = mkdtempSync(join(tmpdir(), 'praxidex-samples-'))
    few = await writeSample({ dir: join(samples, 'few'), providers: 500, seed: 1 })
    many = await writeSample({ dir: join(samples, 'many'), providers, seed: 1 })
  })
  afterAll(() => {
    unmountDisk(disk ?? '')
    rmSync(samples, { recursive: true })
  })

  test('T04: a build in threads for which there is no room changes nothing, leaves nothing behind, and succeeds when there is', async () => {
    expect(await run(registryDir, ['build', ...few])).toMatchObject({ code: 0 })
    const state = () => [
      readdirSync(registryDir, { recursive: true }).map(String).sort(),
      readFileSync(join(registryDir, 'current.json'), 'utf8'),
    ]
    const before = state()
    for (const room of rooms) {
      fill(ballast, room)
      const { code, err } = await run(registryDir, ['build', ...many, '--allow-count-change'])
      expect(code).toBe(1)
      expect(err).toMatch(/^The disk of .* is full \(ENOSPC: .*\); the version that serves has not changed\.\n$/)
      expect(state()).toEqual(before)
      const registry = await openRegistry(
        join(registryDir, 'versions', (await readCurrent(registryDir))?.version ?? ''),
      )
      expect(registry.count({ resource: 'individuals' })).toBeGreaterThan(0)
      registry.close()
      rmSync(ballast)
    }
    expect(await run(registryDir, ['build', ...many, '--allow-count-change'])).toMatchObject({ code: 0, err: '' })
    note({ id: 'T04', seed: null, trials: rooms.length }, { of: 'builds in threads' })
  })
})
