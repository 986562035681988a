import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Current, formatVersion, readCurrent } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { ensureRegistry } from './first-registry.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-first-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const running = new AbortController().signal

/** Nowhere. */
const registryFrom = undefined

describe('the sample is not built', () => {
  it('in a folder that the operator named and that is not there, such as one that is not mounted', async () => {
    const registryDir = join(folder, 'registry')
    await expect(ensureRegistry({ registryFrom, registryDir, isRegistryDirNamed: true }, running)).rejects.toThrow(
      /^The registry folder .* does not exist: .*REGISTRY_DIR.*\.$/,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([true, false])('beside versions that nothing says the serving one of (folder named: %s)', async (isNamed) => {
    const version = join(folder, 'versions', '2026-11-08-1a2b3c4d')
    mkdirSync(version, { recursive: true })
    await expect(
      ensureRegistry({ registryFrom, registryDir: folder, isRegistryDirNamed: isNamed }, running),
    ).rejects.toThrow(/^The registry folder .* holds versions but no current\.json .*\.$/)
    expect(readdirSync(folder)).toEqual(['versions'])
  })

  it.each([
    ['real data of an older format', { formatVersion: formatVersion - 1, isSample: false }],
    ['a sample of a newer format', { formatVersion: formatVersion + 1, isSample: true }],
    ['an unreadable one', { isSample: true }],
  ])('in the place of %s', async (_what, manifest) => {
    const serving = served(manifest)
    await ensureRegistry({ registryFrom, registryDir: folder, isRegistryDirNamed: false }, running)
    expect(await readCurrent(folder)).toEqual(serving)
    expect(readdirSync(join(folder, 'versions'))).toEqual([serving.version])
  })

  it('where versions are fetched from elsewhere', async () => {
    const registryDir = join(folder, 'registry')
    const from = { kind: 'folder', dir: join(folder, 'store') } as const
    await ensureRegistry({ registryFrom: from, registryDir, isRegistryDirNamed: true }, running)
    expect(readdirSync(folder)).toEqual([])
  })

  it('by a process that is ending already', async () => {
    const registryDir = join(folder, 'registry')
    await expect(
      ensureRegistry({ registryFrom, registryDir, isRegistryDirNamed: false }, AbortSignal.abort()),
    ).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a sample of an older format is built again, and the version before is still named', async () => {
  const { version } = served({ formatVersion: formatVersion - 1, isSample: true })
  vi.stubEnv('REGISTRY_DIR', folder)
  await ensureRegistry({ registryFrom, registryDir: folder, isRegistryDirNamed: true }, running)
  vi.unstubAllEnvs()
  const current = await readCurrent(folder)
  expect(current?.version).not.toBe(version)
  expect(current?.history.map((one) => one.version)).toEqual([version])
  const registry = await openRegistry(join(folder, 'versions', current?.version ?? ''))
  expect(registry.isSample).toBe(true)
  registry.close()
})

/** Makes the folder one in which a version with this manifest serves. */
function served(manifest: object): Current {
  const announced = { version: '2026-11-08-1a2b3c4d', announcedAt: '2026-11-08T12:00:00.000Z' }
  const current: Current = { ...announced, history: [], rolledBack: [] }
  const dir = join(folder, 'versions', current.version)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'current.json'), JSON.stringify(current))
  return current
}
