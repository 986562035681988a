/** Rules of the code that reading the source can check. A rule worth writing is worth a test that reads the source. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path !== '')
const files = tracked.filter(exists).map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
const sources = files.filter(({ path }) => /\.tsx?$/.test(path) && !path.includes('.config.'))
const shipped = sources.filter(({ path }) => !path.includes('.test.') && !path.startsWith('test/'))

/**
 * Which folders a folder may import from. `type:` allows types only. The two commands of the registry are started by
 * themselves, so they read the settings like server/main.ts does.
 */
const allowedImports: [folder: RegExp, allowed: RegExp][] = [
  [/^contract\//, /^(contract\/|zod$)/],
  [/^registry\/build\/main\.ts$/, /^(registry\/|server\/settings|server\/parts\/process-lock|type:contract\/)/],
  [/^registry\/read\//, /^(registry\/(read\/|format|npi|nppes-columns)|type:contract\/)/],
  [/^registry\/(build|sample)\//, /^(registry\/|type:contract\/)/],
  [/^registry\//, /^(registry\/|type:contract\/)/],
  [/^server\//, /^(server\/|contract\/|registry\/read\/|registry\/npi)/],
]

describe('the source', () => {
  test('has imports that point one way: server to contract and registry/read, build to read', () => {
    const wrong = shipped.flatMap(({ path, text }) => {
      const rule = allowedImports.find(([folder]) => folder.test(path))
      if (rule === undefined) return []
      return importsOf(path, text)
        .filter((target) => isOwn(target) || path.startsWith('contract/'))
        .filter((target) => !rule[1].test(target) && !rule[1].test(target.replace('type:', '')))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('reads the environment in server/settings.ts alone', () => {
    expect(pathsMatching(/process\.env/)).toEqual(['server/settings.ts'])
  })

  test('names files in kebab-case, and tests after what they test', () => {
    const odd = sources.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(basename(path)))
    expect(odd.map(({ path }) => path)).toEqual([])
  })

  test('has no type escapes outside helpers that state their guarantee', () => {
    const wrong = shipped.flatMap(({ path, text }) =>
      linesOf(text)
        .filter(({ line, before }) => /\bas (?!const\b)[A-Z{(a-z]/.test(codeOf(line)) && !/\/\/|\*\//.test(before))
        .map(({ line, number }) => `${path}:${number} ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })

  test('has no note to do something later and no commented-out code', () => {
    expect(pathsMatching(/\b(TODO|FIXME|XXX)\b|^\s*\/\/ (const|let|import|return|await) /m)).toEqual([])
  })

  test('keeps files short: none over 400 lines', () => {
    const long = shipped.filter(({ text }) => text.split('\n').length > 400)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('keeps paths of single machines out', () => {
    const wrong = files.filter(({ text }) => /(^|[^A-Za-z0-9_.-])\/(home\/[a-z]+|root|work|Users)\//.test(text))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

function exists(path: string): boolean {
  try {
    readFileSync(root + path)
    return true
  } catch {
    return false
  }
}

function pathsMatching(pattern: RegExp): string[] {
  return shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

/** What a file imports: own modules as paths from the root, `type:` before those imported as types only. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from '([^']+)'/gm)].map(([, type, target = '']) => {
    const own = target.startsWith('#')
      ? target.slice(1)
      : target.startsWith('.')
        ? new URL(target, `file:///${path}`).pathname.slice(1)
        : target
    return type === undefined ? own : `type:${own}`
  })
}

function isOwn(target: string): boolean {
  return /^(type:)?(contract|server|registry|web|test|bench)\//.test(target)
}

function linesOf(text: string): { line: string; before: string; number: number }[] {
  const lines = text.split('\n')
  return lines.map((line, index) => ({ line, before: lines[index - 1] ?? '', number: index + 1 }))
}

/** A line without its comment, its strings, its imports and its renamings. */
function codeOf(line: string): string {
  if (/^\s*(\*|\/\*|\/\/|import |export |\})/.test(line)) return ''
  return line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''").replace(/\/\/.*$/, '')
}
