import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
