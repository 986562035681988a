/**
 * Finds a Chromium or Chrome for the browser tests: the one that CHROME_PATH names, else one of the system, else, for
 * root on Debian or Ubuntu, the one that apt-get installs. Answers its path, or one sentence that says why there is
 * none.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type FoundBrowser = { path: string } | { reason: string }

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Long enough for a slow mirror. */
const installTimeoutMs = 300_000

export function findBrowser(): FoundBrowser {
  const named = process.env.CHROME_PATH
  if (named !== undefined && named !== '') {
    return isProgram(named) ? { path: named } : { reason: `CHROME_PATH names ${named}, which is no program.` }
  }
  const found = ofTheSystem()
  if (found !== undefined) return { path: found }
  if (!mayInstall()) return { reason: 'There is no Chromium or Chrome: install one, or name it in CHROME_PATH.' }
  install()
  const installed = ofTheSystem()
  return installed === undefined
    ? { reason: 'There is no Chromium or Chrome, and apt-get could not install one.' }
    : { path: installed }
}

function ofTheSystem(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && isProgram('/usr/bin/apt-get')
}

function install(): void {
  process.stdout.write('There is no Chromium or Chrome: installing Chromium with apt-get.\n')
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installTimeoutMs,
    }).status === 0
  const isInstalled = () => run('install', '-y', '--no-install-recommends', 'chromium')
  // Without lists of packages the first try fails at once.
  if (!isInstalled() && run('update')) isInstalled()
}
