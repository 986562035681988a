/**
 * `npm run test:browser`: the tests that use the product as people do, in a real browser against the real process
 * with a database, a registry and an outbox of its own. Arguments are handed on to Playwright. Without a browser it
 * says so in one sentence and passes. `npm run test:shots` takes pictures of every page instead, into reports/shots.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { findBrowser } from './find-browser.ts'

const browser = findBrowser()
if ('reason' in browser) {
  process.stdout.write(`The browser tests did not run. ${browser.reason}\n`)
} else {
  const dataDir = await mkdtemp(join(tmpdir(), 'praxidex-browser-'))
  try {
    process.exitCode = await runPlaywright(browser.path, dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function runPlaywright(chromePath: string, dataDir: string): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const config = new URL('./playwright.config.ts', import.meta.url).pathname
  const given = process.argv.slice(2)
  const project = given.some((argument) => argument.startsWith('--project')) ? [] : ['--project=tests']
  const child = spawn(process.execPath, [cli, 'test', '--config', config, ...project, ...given], {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROME_PATH: chromePath,
      TEST_DATA_DIR: dataDir,
      TEST_PORT: String(await freePort()),
    },
  })
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}
