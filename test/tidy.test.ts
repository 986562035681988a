/** Rules of the code that reading the source can check. A rule worth writing is worth a test that reads the source. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  effectsOf,
  foreignStoresOf,
  importsOf,
  isBarrel,
  nodeImportsOf,
  openingsOf,
  ownLooksOf,
  rawMarkupOf,
  tooNewOf,
  typeEscapes,
} from './support/source-rules.ts'
import { codeOf } from './support/source-text.ts'

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
  [
    /^registry\/build\/main\.ts$/,
    /^(registry\/|server\/settings|server\/platform\/(process-lock|registry-store\/)|type:contract\/)/,
  ],
  [
    /^registry\/(search|vocabulary|places)\//,
    /^(registry\/((search|vocabulary|places|threads)\/|format|npi|columns)|type:contract\/)/,
  ],
  // The stages of a build know nothing of the indexes that are made of what they hand on.
  [
    /^registry\/build\/(memory|sources|rows|stage|join)\//,
    /^(registry\/(?!build\/index\/|(sample|store|update)\/)|type:contract\/)/,
  ],
  [/^registry\//, /^(registry\/|type:contract\/)/],
  // The program that renders pages is built from web/, and loaded like the pages beside it.
  [/^server\/http\/pages\/read-pages\.ts$/, /^(\(|server\/|contract\/)/],
  [/^server\/platform\//, /^(server\/(platform\/|settings)|contract\/|registry\/(places|store)\/)/],
  // Lists are read by the readers of archives and workbooks, and fetched as CMS's files are.
  [
    /^server\/sources\//,
    /^(server\/|contract\/|registry\/(npi|sample\/random)$|registry\/(search|vocabulary|places)\/|registry\/(build\/(progress|sources\/(archives|workbook))|update\/request)$)/,
  ],
  [
    /^server\//,
    /^(server\/|contract\/|registry\/(search|vocabulary|places|store|threads)\/|registry\/(npi|format|build\/workspace)$)/,
  ],
  // What is worked out when the web app is built is imported under whatever name it has.
  [/^web\/build\/vite-config\.ts$/, /^(\(|contract\/product$)/],
  [
    /^web\/build\//,
    /^(web\/|contract\/|server\/(http\/pages\/built-folder|platform\/folders|settings|sources\/lists)$)/,
  ],
  [/^web\//, /^(web\/|contract\/)/],
  [/^bench\//, /^(bench\/|registry\/|server\/|contract\/)/],
]

describe('the source', () => {
  test('has imports that follow the layout: web and server to contract, slices to platform, build to search', () => {
    const wrong = shipped.flatMap(({ path, text }) => {
      const rule = allowedImports.find(([folder]) => folder.test(path))
      if (rule === undefined) return []
      return importsOf(path, text)
        .map(({ target, isTypeOnly }) => ({ target: target.replace(/\.tsx?$/, ''), isTypeOnly }))
        .filter(({ target }) => isOwn(target) || path.startsWith('contract/'))
        .filter(({ target, isTypeOnly }) => !rule[1].test(target) && !(isTypeOnly && rule[1].test(`type:${target}`)))
        .map(({ target }) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('lets a slice of the server call the verbs of another one, never its store', () => {
    expect(findings(foreignStoresOf)).toEqual([])
  })

  test('reads the environment in server/settings.ts alone', () => {
    const readers = shipped.filter(({ text }) => /process\.env(?!\.NODE_ENV = )/.test(codeOf(text)))
    expect(readers.map(({ path }) => path)).toEqual(['server/settings.ts'])
  })

  test('names files in kebab-case', () => {
    const odd = sources.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|d))?\.tsx?$/.test(basename(path)))
    expect(odd.map(({ path }) => path).filter((path) => !isComponentFile(path))).toEqual([])
  })

  test('keeps Node and the server out of what the browser gets', () => {
    expect(findings((path, text) => (isForBrowser(path) ? nodeImportsOf(path, text) : []))).toEqual([])
  })

  test('D1: has no markup that React does not make', () => {
    expect(findings((path, text) => (isForBrowser(path) ? rawMarkupOf(text) : []))).toEqual([])
  })

  test('asks of a browser only what every browser has that the pages are made for', () => {
    expect(findings((path, text) => (isForBrowser(path) ? tooNewOf(text) : []))).toEqual([])
  })

  test('says how things look in web/ui and web/styles alone, in tokens', () => {
    const rule = (path: string, text: string) => (/^web\/(ui|build)\//.test(path) ? [] : ownLooksOf(text))
    expect(findings((path, text) => (path.startsWith('web/') ? rule(path, text) : []))).toEqual([])
  })

  test('has no type escapes outside helpers that state their guarantee', () => {
    expect(findings((path, text) => typeEscapes(text, path))).toEqual([])
  })

  test('does nothing on import, but for programs', () => {
    expect(findings((path, text) => (isProgram(path) || path.endsWith('.d.ts') ? [] : effectsOf(text)))).toEqual([])
  })

  test('opens parts in server/main.ts alone', () => {
    expect(findings(openingsOf)).toEqual([])
  })

  test('has no files that only hand on what others export', () => {
    // A package has one entry.
    const rule = (path: string, text: string) => isBarrel(text) && path !== 'sdk/src/index.ts'
    expect(findings((path, text) => (rule(path, text) ? ['a barrel'] : []))).toEqual([])
  })

  test('has no note to do something later and no commented-out code', () => {
    expect(pathsMatching(/\b(TODO|FIXME|XXX)\b|^\s*\/\/ (const|let|import|return|await) /m)).toEqual([])
  })

  test('keeps files short: none over 550 lines', () => {
    const long = shipped.filter(({ text }) => text.split('\n').length > 551)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('has no test support in product folders', () => {
    const isSupport = (path: string, text: string) =>
      /(^|[/-])(test|hostile|fixtures?)-|-(for-tests|fixtures?)\.tsx?$/.test(path) ||
      importsOf(path, text).some(({ target }) => target === 'vitest' || target.startsWith('test/'))
    expect(findings((path, text) => (isSupport(path, text) ? ['for tests'] : []))).toEqual([])
  })

  test('has no comment beyond 120 columns', () => {
    const isLong = (line: string) => line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line)
    const long = files.filter(({ path, text }) => /\.tsx?$/.test(path) && text.split('\n').some(isLong))
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

/** Per file, what breaks a rule. */
function findings(rule: (path: string, text: string) => string[]): string[] {
  return shipped.flatMap(({ path, text }) => rule(path, text).map((found) => `${path}: ${found}`))
}

/** Files that are run, not imported. */
function isProgram(path: string): boolean {
  return /^main\.tsx?$/.test(basename(path))
}

/** `RejectDialog.tsx`, in the web app. */
function isComponentFile(path: string): boolean {
  return path.startsWith('web/') && /^[A-Z][A-Za-z0-9]*\.tsx$/.test(basename(path))
}

function isForBrowser(path: string): boolean {
  return path.startsWith('web/') && !path.startsWith('web/build/')
}

function isOwn(target: string): boolean {
  // A name that is computed may be that of any module.
  return /^(\(|(contract|server|registry|web|test|bench)\/)/.test(target)
}
