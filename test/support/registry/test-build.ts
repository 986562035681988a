/** Runs builds for the tests, in this process and on real files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type BuildOptions, type BuildResult, build } from '../../../registry/build/build.ts'
import { BuildError } from '../../../registry/build/build-error.ts'
import { openWorkspace, type TakeLock } from '../../../registry/build/workspace.ts'
import { writeFiles } from './test-files.ts'

const now = new Date('2026-11-20T12:00:00Z')

/** The lock has tests of its own; tests of what a killed build leaves take the real one. */
const noLock: TakeLock = () => ({ release() {} })

const silent: BuildOptions['progress'] = { step() {}, bytes() {}, count() {}, note() {} }

export async function buildIn(
  registryDir: string,
  paths: readonly string[],
  options: Partial<BuildOptions> = {},
  takeLock = noLock,
): Promise<BuildResult> {
  const workspace = openWorkspace(registryDir, takeLock)
  try {
    return await build({
      workspace,
      paths,
      leaveOutRefused: false,
      allowCountChange: false,
      progress: silent,
      now,
      ...options,
    })
  } finally {
    workspace.close()
  }
}

/** The sentences a build stops with. */
export async function sentencesOf(building: Promise<BuildResult>): Promise<string> {
  try {
    await building
  } catch (error) {
    if (error instanceof BuildError) return error.sentences.join('\n')
    throw error
  }
  return 'the build went through'
}

/**
 * All that must not change when a build stops: what serves, which versions there are, and that nothing else is there.
 */
export function stateOf(registryDir: string): string {
  const versions = readdirSync(join(registryDir, 'versions')).sort()
  const others = readdirSync(registryDir).filter((name) => name !== 'reports')
  return JSON.stringify({ current: readFileSync(join(registryDir, 'current.json'), 'utf8'), versions, others })
}

/**
 * A registry in which one version serves, for the tests of one file: builds in it are expected to stop, and to leave it
 * as it was to the byte.
 */
export function servingRegistry(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-serving-'))
  const registryDir = join(folder, 'registry')
  let before = ''
  beforeAll(async () => {
    await buildIn(registryDir, writeFiles(folder, files))
    before = stateOf(registryDir)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    /** The sentences a build from these files stops with. */
    async refusal(paths: readonly string[]): Promise<string> {
      const said = await sentencesOf(buildIn(registryDir, paths))
      expect(stateOf(registryDir)).toBe(before)
      return said
    },
  }
}
