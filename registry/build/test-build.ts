/** Runs builds for the tests, in this process and on real files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, type BuildResult, build } from './build.ts'
import { BuildError } from './build-error.ts'
import { openWorkspace, type TakeLock } from './workspace.ts'

export const now = new Date('2026-11-20T12:00:00Z')

/** The lock has tests of its own. */
const noLock: TakeLock = () => ({ release() {} })

const silent: BuildOptions['progress'] = { step() {}, bytes() {}, count() {}, note() {} }

export async function buildIn(
  registryDir: string,
  paths: readonly string[],
  options: Partial<BuildOptions> = {},
): Promise<BuildResult> {
  const workspace = openWorkspace(registryDir, noLock)
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

/** All that must not change when a build stops: what serves, which versions there are, and that nothing else is there. */
export function stateOf(registryDir: string): string {
  const versions = readdirSync(join(registryDir, 'versions')).sort()
  const others = readdirSync(registryDir).filter((name) => name !== 'reports')
  return JSON.stringify({ current: readFileSync(join(registryDir, 'current.json'), 'utf8'), versions, others })
}
