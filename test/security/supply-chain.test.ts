/** F7: what is installed is what was tried, and nothing of it runs before it is called. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
  .map(([path, facts]) => ({ ...facts, name: nameAt(path) }))

/** The name of the package that is installed there. */
function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

test('F7: every package that we name has one version', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.overrides,
  })) {
    expect({ name, version }).toEqual({ name, version: expect.stringMatching(/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/) })
    expect(locked.packages[`node_modules/${name}`]?.version).toBe(version.replace(/^npm:\w+@/, ''))
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

/** Whether `engines`, such as `^20.19.0 || >=22.12.0`, lets this version run. */
function isAllowed(version: string): boolean {
  const numbersOf = (text: string) => text.split('.').map(Number)
  const [major = 0, minor = 0] = numbersOf(version)
  return manifest.engines.node.split(' || ').some((range) => {
    const [, sign, least = ''] = /^(\^|>=)(\d+\.\d+\.0)$/.exec(range) ?? expect.unreachable(`engines has ${range}`)
    const [leastMajor = 0, leastMinor = 0] = numbersOf(least)
    return major === leastMajor ? minor >= leastMinor : sign === '>=' && major > leastMajor
  })
}

test('F7: Node is one full version in images, and no other than package.json allows is taken anywhere', () => {
  const [, version = ''] = /^FROM node:(\d+\.\d+\.\d+)-bookworm-slim$/m.exec(read('deploy/Dockerfile')) ?? []
  expect(isAllowed(version)).toBe(true)
  expect(isAllowed(process.versions.node)).toBe(true)
  expect(['18.20.8', '20.18.3', '21.7.3', '22.11.0'].filter(isAllowed)).toEqual([])
  expect(read('.npmrc').split('\n')).toContain('engine-strict=true')
})

test('F7: images hold what is locked, and run nothing of it when it is installed', () => {
  const installing = read('deploy/Dockerfile').match(/\bnpm (?:ci|i|install|add)\b.*/g)
  expect(installing).toEqual(['npm ci --omit=dev --ignore-scripts'])
})

/**
 * What npm says of what is locked in a folder, in JSON. It fails where something is wrong, so its exit code says
 * little.
 */
function npmSays(folder: string, ...args: string[]): unknown {
  const options = ['--package-lock-only', '--fetch-retries=0', '--fetch-timeout=10000']
  const { stdout } = spawnSync('npm', [...args, ...options], { cwd: folder, encoding: 'utf8', timeout: 40_000 })
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

const audit = z.object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })) })

test('F7: nothing high or critical is known against what is installed, where npm’s registry can be asked', ({
  skip,
}) => {
  const { data } = audit.safeParse(npmSays(root.pathname, 'audit', '--json', '--omit=dev'))
  if (data === undefined) return skip('npm’s registry does not answer what is known')
  const severe = Object.entries(data.vulnerabilities).filter(([, { severity }]) => /^(high|critical)$/.test(severity))
  expect(severe.map(([name]) => name)).toEqual([])
})

const bill = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      hashes: z.array(z.object({ alg: z.literal('SHA-512') })).min(1),
    }),
  ),
})

test('F7: a bill of materials lists every package that production runs, each with its version and checksum', () => {
  // Asked to leave out what development needs, npm would leave out what both need.
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-bill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { devDependencies: _, ...production } = JSON.parse(read('package.json'))
  const lock = z.looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })
  const { packages: all, ...others } = lock.parse(JSON.parse(read('package-lock.json')))
  const needed = Object.entries(all).filter(([path, { dev }]) => path !== '' && dev !== true)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(production))
  const locked = { ...others, packages: { '': production, ...Object.fromEntries(needed) } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(locked))

  const { components } = bill.parse(npmSays(folder, 'sbom', '--sbom-format=cyclonedx'))
  const listed = components.map(({ name, version }) => `${name} ${version}`)
  const expected = needed.map(([path, { version }]) => `${nameAt(path)} ${version}`)
  expect(expected.length).toBeGreaterThan(Object.keys(manifest.dependencies).length)
  expect(listed.sort()).toEqual([...new Set(expected)].sort())
})
