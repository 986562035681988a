/**
 * Builds the SDK in `dist/sdk`, ready for `npm pack`: generates types and calls from the OpenAPI document, adds what is
 * written by hand in sdk/src, and compiles both. The generator works with the compiler of TypeScript 5.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { join } from 'node:path'
import { documentedGroups } from '#contract/groups'
import { openApiDocuments } from '#contract/openapi-documents'
import { apiVersion, defaultOrigin } from '#contract/product'
import { openApiDocument } from '#server/http/openapi'

const root = join(import.meta.dirname, '../..')
const [target = join(root, 'dist/sdk')] = process.argv.slice(2)
const source = join(target, 'source')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
cpSync(join(root, 'sdk/src'), source, { recursive: true })
await generate()
compile()
writePackage()
rmSync(source, { recursive: true })

async function generate(): Promise<void> {
  const document = join(target, 'openapi.json')
  const facts = { version: apiVersion, publicUrl: defaultOrigin, title: openApiDocuments.api.title }
  writeFileSync(document, JSON.stringify(openApiDocument({ ...facts, groups: documentedGroups })))
  const hook =
    "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context)"
  register(`data:text/javascript,${encodeURIComponent(hook)}`)
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input: document,
    output: { path: join(source, 'generated'), importFileExtension: '.js' },
    plugins: [
      '@hey-api/typescript',
      { name: '@hey-api/sdk', responseStyle: 'data' },
      { name: '@hey-api/client-fetch', throwOnError: true },
    ],
    logs: { level: 'silent' },
  })
}

function compile(): void {
  const options = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: [],
    strict: true,
    declaration: true,
    rootDir: source,
    outDir: target,
  }
  writeFileSync(join(source, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(
    join(source, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['**/*.ts'], exclude: [] }),
  )
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', source], { stdio: 'inherit' })
}

function writePackage(): void {
  const description = {
    name: '@praxidex/sdk',
    version: apiVersion,
    description: 'The Praxidex API for TypeScript and JavaScript, in Node and in browsers',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['**/*.js', '**/*.d.ts', 'README.md'],
  }
  writeFileSync(join(target, 'package.json'), JSON.stringify(description, null, 2))
  writeFileSync(join(target, 'README.md'), readFileSync(join(root, 'sdk/README.md')))
}
