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
} from './source-rules.ts'
import { codeOf } from './source-text.ts'

/** Samples have § for the dollar of a template, which the linter takes for a mistake inside of quotation marks. */
const dollars = (text: string) => text.replaceAll('§', '$')

const targets = (text: string, path = 'server/http/a.ts') => importsOf(path, text).map(({ target }) => target)

describe('the code of a source', () => {
  test.each([
    ['f(\'a // b\', "c") // d', 'f(\'      \', " ")     '],
    ['/* a\nb */ c', '    \n     c'],
    ['`a §{b(`c §{d} e`)} f` + g', '`  §{b(`  §{d}  `)}  ` + g'],
    ['`§{{ a: 1 }.a}`', '`§{{ a: 1 }.a}`'],
    ["x.replace(/'[/]/g, y) / 2 / z", 'x.replace(/    /g, y) / 2 / z'],
    ["return /'/.test(a)", 'return / /.test(a)'],
    ["'it\\'s' + a", "'     ' + a"],
    ['`a\\`b §{c}$d`', '`     §{c}  `'],
  ])('is that of %j without texts and comments', (text, code) => {
    expect(codeOf(dollars(text))).toBe(dollars(code))
  })
})

describe('imports are found that', () => {
  test.each([
    ["import { a } from '#contract/api'", 'contract/api'],
    ["import {\n  a,\n  b as c,\n} from '../platform/b.ts'", 'server/platform/b.ts'],
    ["import type { A } from './b.ts'", 'server/http/b.ts'],
    ["import * as fs from 'node:fs'", 'node:fs'],
    ["import '#registry/build/build'", 'registry/build/build'],
    ["const a = await import('#registry/build/build')", 'registry/build/build'],
    ["type A = import('#registry/build/build').A", 'registry/build/build'],
    ['const a = await import(\n  `./b.ts`)', 'server/http/b.ts'],
    ['const a = await import(name)', '(a computed name)'],
    ["export { a } from './b.ts'", 'server/http/b.ts'],
    ["export * from './b.ts'", 'server/http/b.ts'],
  ])('are written %j', (text, target) => {
    expect(targets(text)).toEqual([target])
  })

  test.each(["// import { a } from 'b'", "const a = `import b from 'c'`", 'const url = import.meta.url', "f('from')"])(
    'are none: %j',
    (text) => {
      expect(targets(text)).toEqual([])
    },
  )
})

describe('a type escape', () => {
  test.each([
    'const a = b as Foo',
    'export const a = b as Foo',
    'const a = {\n  b,\n} as Foo',
    'f(b as unknown as string[])',
    'const a = `§{b as Foo}`',
    "export { a as b } from 'c'\nconst d = e as Foo",
  ])('is found in %j', (text) => {
    expect(typeEscapes(dollars(text))).toHaveLength(1)
  })

  test.each([
    'const a = [1] as const',
    "import * as fs from 'node:fs'",
    "import {\n  a as b,\n} from 'c'",
    'export { a as b }',
    'sql`select a as b\n  from c as d`',
    "select('a as b')",
    '// as is\nf()',
    '  // What holds here.\n  return a as Foo',
  ])('is not seen in %j', (text) => {
    expect(typeEscapes(text)).toEqual([])
  })
})

describe('something happens on import of', () => {
  test.each([
    'start()',
    'await start()',
    "process.on('exit', stop)",
    'if (a) b()',
    'for (const a of b) c(a)',
    'const a = await b',
    "export const text = readFileSync('a')",
    'const pool = openPool(config)',
    'const timer = setInterval(work, 5)',
  ])('%j', (text) => {
    expect(effectsOf(text)).toHaveLength(1)
  })

  test.each([
    "import { a } from 'b'\n\nexport const c = new Set(a)",
    'export function a() {\n  start()\n}',
    'export const a = async () => openPool(await b)',
    'const a = `\nstart()\n`\n  .trim()',
    'export class A {\n}\n\nexport type { A }',
    'interface A {\n}\ndeclare const b: A',
  ])('%j: nothing', (text) => {
    expect(effectsOf(text)).toEqual([])
  })
})

describe('a barrel', () => {
  test.each([
    "export * from './a.ts'",
    "// All of it.\nexport { a } from './a.ts'\nexport type { B } from './b.ts'",
    "import { a } from './a.ts'\n\nexport { a }",
    "export * from './a.ts'\n\nexport const b = 1",
  ])('is %j', (text) => {
    expect(isBarrel(text)).toBe(true)
  })

  test.each([
    "import { a } from './a.ts'\n\nexport const b = { ...a }",
    "export { a } from './a.ts'\n\nexport const b = 1",
    '',
  ])('is not %j', (text) => {
    expect(isBarrel(text)).toBe(false)
  })
})

test('opening a part is found everywhere on the server but in main.ts, the parts themselves and helpers of tests', () => {
  const text = "import { type Database, openDatabase } from '#server/platform/database/database'"
  expect(openingsOf('server/keys/keys.ts', text)).toEqual(['openDatabase'])
  for (const path of ['server/main.ts', 'server/platform/a.ts', 'test/support/accounts/test-accounts.ts']) {
    expect(openingsOf(path, text)).toEqual([])
  }
  expect(
    openingsOf('server/keys/keys.ts', "import { inTransaction } from '#server/platform/database/database'"),
  ).toEqual([])
})

describe('a store of another slice', () => {
  test.each([
    ["import { insertRow } from '../keys/key-store.ts'", 'server/accounts/signup.ts'],
    ["import type { FoundKey } from '#server/keys/key-store'", 'server/accounts/signup.ts'],
    ["const keys = await import('../../keys/key-store.ts')", 'server/images/decoder/pool.ts'],
    ["import { insertRow } from './keys/key-store.ts'", 'server/app.ts'],
  ])('is found in %j of %s', (text, path) => {
    expect(foreignStoresOf(path, text)).toHaveLength(1)
  })

  test.each([
    ["import { insertRow } from './key-store.ts'", 'server/keys/keys.ts'],
    ["import { insertRow } from '../key-store.ts'", 'server/keys/rotation/keys.ts'],
    ["import { createKey } from '../keys/keys.ts'", 'server/accounts/signup.ts'],
    ["import { insertRow } from '../keys/key-store.ts'", 'test/support/accounts/test-accounts.ts'],
    ["import { openRegistryStore } from '../platform/registry-store.ts'", 'server/http/service.ts'],
    ["import { followStore } from '#registry/store/follow-store'", 'server/providers/first-registry.ts'],
  ])('is none in %j of %s', (text, path) => {
    expect(foreignStoresOf(path, text)).toEqual([])
  })
})

describe('the browser gets nothing of Node and the server', () => {
  test.each([
    "import { join } from 'node:path'",
    "import { a } from '#server/settings'",
    "import '../../server/main.ts'",
  ])('as in %j', (text) => {
    expect(nodeImportsOf('web/ui/a.tsx', text)).toHaveLength(1)
  })

  test('while the contract and its own files are free to it', () => {
    expect(nodeImportsOf('web/ui/a.tsx', "import { a } from '#contract/a'\nimport { b } from './b.ts'")).toEqual([])
  })
})

describe('D1: markup that React does not make', () => {
  test.each(['<p dangerouslySetInnerHTML={{ __html: a }} />', 'element.innerHTML = a', "a.insertAdjacentHTML('x', b)"])(
    'is found in %j',
    (text) => {
      expect(rawMarkupOf(text)).toHaveLength(1)
    },
  )

  test('is not found in words', () => {
    expect(rawMarkupOf('// innerHTML is not used\nconst a = "innerHTML"')).toEqual([])
  })
})

describe('what not every browser has that the pages are made for', () => {
  test.each(['URL.canParse(a)', 'const url = URL.parse(a)', 'AbortSignal.any([a])', 'map.values().some(f)'])(
    'is found in %s',
    (text) => {
      expect(tooNewOf(text)).toHaveLength(1)
    },
  )

  test.each([
    'new URL(a)',
    'AbortSignal.timeout(1)',
    '[...map.values()].some(f)',
    '// URL.parse is newer',
    'schema.parse(a)',
  ])('is not %s', (text) => {
    expect(tooNewOf(text)).toEqual([])
  })
})

describe('looks that are not made of tokens', () => {
  test.each([
    'className="w-[437px]"',
    'className="md:grid-cols-[1fr_2fr]"',
    "const a = '#0e5a6b'",
    '<p style={{ top: 1 }} />',
  ])('are found in %j', (text) => {
    expect(ownLooksOf(text)).toHaveLength(1)
  })

  test('are not found in classes of tokens and in lists', () => {
    expect(ownLooksOf('className="grid-cols-3 bg-canvas" const a = b[0] - c[1]')).toEqual([])
  })
})

describe('in JSX a type escape', () => {
  test('is not found in words between tags', () => {
    expect(typeEscapes('const a = <p>As quick as {b} as of today</p>\n<b>as soon\n as possible</b>', 'a.tsx')).toEqual(
      [],
    )
  })

  test('is found in code between them', () => {
    expect(typeEscapes('const a = <p>{b as Foo}</p>', 'a.tsx')).toHaveLength(1)
  })
})
