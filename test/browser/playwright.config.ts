import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserFlags } from './support/browser-flags.ts'

const { CHROME_PATH = '', TEST_DATA_DIR = '', TEST_PORT = '' } = process.env
const baseURL = `http://localhost:${TEST_PORT}`

/** All tests come from one address, and each signs up accounts of its own. */
const withoutLimits = {
  SIGN_INS_PER_IP: '100000',
  SIGN_UPS_PER_IP: '100000',
  RESETS_PER_IP: '100000',
  EXPLORE_SEARCHES_PER_IP: '100000',
  EMAILS_PER_RECIPIENT: '100000',
}

/** A blog that nobody keeps: no test asks the real one. */
const noFeed = { BLOG_FEED: 'https://feed.invalid/' }

/** Run by test/browser/main.ts, which chooses the browser, the port and the folder. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'tests', testMatch: '**/*.spec.ts', testIgnore: '**/*shots.spec.ts' },
    { name: 'shots', testMatch: '**/*shots.spec.ts' },
  ],
  outputDir: '../../reports/browser',
  fullyParallel: true,
  // What passes only when tried again is named when the run ends.
  retries: 2,
  workers: 2,
  // Long enough for a busy machine: a test that hangs is told all the same.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['dot'], ['json', { outputFile: fileURLToPath(new URL('../../reports/browser.json', import.meta.url)) }]],
  use: {
    baseURL,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: CHROME_PATH, args: browserFlags() },
    // A film of every test would cost more than the tests; the last picture and what the page was made of are enough.
    trace: { mode: 'retain-on-first-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node run.mjs server/main.ts',
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    url: `${baseURL}/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: TEST_PORT,
      HOST: 'localhost',
      DATA_DIR: TEST_DATA_DIR,
      LOG_LEVEL: 'warn',
      ...noFeed,
      ...withoutLimits,
    },
  },
})
