/** The linters that others check OpenAPI documents with. They are large, so they are installed here alone. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocuments } from '#contract/openapi-documents'
import { openApiDocument } from '#server/http/openapi'

const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'praxidex-linters-'))

beforeAll(async () => {
  writeFileSync(join(dir, 'package.json'), '{}')
  writeFileSync(join(dir, '.spectral.yaml'), 'extends: ["spectral:oas"]')
  for (const [name, one] of Object.entries(openApiDocuments)) {
    const document = openApiDocument({ version: '1.0.0', publicUrl: 'https://api.praxidex.example', ...one })
    writeFileSync(join(dir, `${name}.json`), JSON.stringify(document))
  }
  const packages = ['@redocly/cli@2.77', '@stoplight/spectral-cli@6.16']
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: dir })
})

afterAll(() => rmSync(dir, { recursive: true }))

const names = Object.keys(openApiDocuments)

test.each(names)('Redocly finds nothing to warn of in the OpenAPI document %s', async (name) => {
  const { stdout } = await run('npx', ['redocly', 'lint', '--format=json', `${name}.json`], { cwd: dir })
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } })
})

test.each(names)('Spectral finds nothing to warn of in the OpenAPI document %s', async (name) => {
  const { stdout } = await run('npx', ['spectral', 'lint', '--fail-severity=hint', `${name}.json`], { cwd: dir })
  expect(stdout).toContain('No results with a severity')
})
