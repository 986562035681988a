/** A browser for the measurements of one page: with a profile of its own, in which the visitor is signed in. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserFlags } from '../browser/support/browser-flags.ts'
import { freePort } from '../support/free-port.ts'
import type { Tokens } from './accounts.ts'

export interface MeasuringBrowser {
  /** Where Lighthouse reaches it. */
  port: number
  close(): Promise<void>
}

interface BrowserChoice {
  chromePath: string
  folder: string
  origin: string
  tokens: Tokens
}

export async function openBrowser({ chromePath, folder, origin, tokens }: BrowserChoice): Promise<MeasuringBrowser> {
  const port = await freePort()
  const profile = await mkdtemp(join(folder, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromePath,
    args: [...browserFlags(), `--remote-debugging-port=${port}`],
    viewport: null,
  })
  const page = await context.newPage()
  // Any address of the same origin will do to write its storage.
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, tokens)
  await page.close()
  return {
    port,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
