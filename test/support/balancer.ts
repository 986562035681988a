/**
 * A load balancer for tests, where its program is installed: Debian's package haproxy, set up by deploy/haproxy.cfg
 * (docs/production.md).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

export interface Balancer {
  /** Where callers reach it. */
  readonly origin: string
  /** Waits until it sends requests to the server at this place in the list, or until it no longer does. */
  sees(index: number, state: 'UP' | 'DOWN'): Promise<void>
  close(): Promise<void>
}

const program = '/usr/sbin/haproxy'

/** Why no test can have one here; undefined when it can. */
export function balancerMissing(): string | undefined {
  return spawnSync(program, ['-v']).status === 0 ? undefined : 'haproxy is not installed'
}

const patience = { timeout: 60_000, interval: 20 }

/**
 * Starts one before these servers, with the configuration that we recommend; over TLS where there is a certificate
 * (PEM, with its key).
 */
export async function startBalancer(origins: readonly string[], certificateFile?: string): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-balancer-'))
  const [port, statsPort] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(origins, { port, statsPort, certificateFile }))
  const child = spawn(program, ['-f', file, '-db'], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const stateOf = async (index: number) => {
    if (child.exitCode !== null) return `gone, with exit code ${child.exitCode}`
    const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`)
    const [head = '', ...lines] = (await answer.text()).split('\n')
    const columns = head.split(',')
    const server = lines.find((line) => line.startsWith(`api,s${index},`))?.split(',')
    const [state, check] = ['status', 'check_status'].map((name) => server?.[columns.indexOf(name)])
    // A server counts as UP before anybody has looked at it; a star says that somebody is looking.
    return check?.endsWith('INI') === true ? 'not looked at yet' : state
  }
  return {
    origin: `${certificateFile === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    async sees(index, state) {
      await vi.waitFor(async () => expectSame(await stateOf(index), state), patience)
    },
    async close() {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

function expectSame(found: string | undefined, expected: string): void {
  if (found !== expected) throw new Error(`expected a server that is ${expected}; got ${found}`)
}

/** The file of `deploy/` with the addresses of the test in it. */
function configuration(
  origins: readonly string[],
  { port, statsPort, certificateFile }: { port: number; statsPort: number; certificateFile: string | undefined },
): string {
  const text = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8')
  const tls = certificateFile === undefined ? '' : ` ssl crt ${certificateFile}`
  const servers = origins.map((origin, index) => `  server s${index} ${origin.slice('http://'.length)} check`)
  return [
    text
      .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}${tls}`)
      .replaceAll(/^ {2}server .*\n/gm, '')
      .trimEnd(),
    ...servers,
    '',
    'frontend stats',
    `  bind 127.0.0.1:${statsPort}`,
    '  stats enable',
    '  stats uri /',
    '',
  ].join('\n')
}
