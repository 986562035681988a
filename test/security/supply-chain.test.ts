/** F7: what is installed is what was tried, and nothing of it runs before it is called. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const versions = z.record(z.string(), z.string())

const manifest = z
  .object({
    dependencies: versions,
    devDependencies: versions,
    overrides: versions,
    allowScripts: z.record(z.string(), z.boolean()),
    engines: z.object({ node: z.string() }),
  })
  .parse(JSON.parse(read('package.json')))

const locked = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))

const packages = Object.entries(locked.packages)
  .filter(([path]) => path !== '')
  .map(([path, facts]) => ({ ...facts, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))

test('F7: every package that we name has one version', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.overrides,
  })) {
    expect({ name, version }).toEqual({ name, version: expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/) })
    expect(locked.packages[`node_modules/${name}`]?.version).toBe(version)
  }
})

test('F7: every package that is installed is held against a checksum', () => {
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ''))).toEqual([])
})

test('F7: no package runs a script when it is installed, and each that would is named', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  const named = Object.entries(manifest.allowScripts)
  expect(named.filter(([, isAllowed]) => isAllowed)).toEqual([])
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name)
  expect([...new Set(withScript)].sort()).toEqual(named.map(([name]) => name).sort())
})
