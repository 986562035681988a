/** An https server on this machine with a certificate of its own, for tests of what asks servers of others. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestTlsServer {
  port: number
  /** The certificate, to trust it by. */
  ca: string
  close(): void
}

/** Starts one on loopback, under the name localhost. */
export async function startTestTlsServer(listener: RequestListener): Promise<TestTlsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  )
  const ca = readFileSync(cert, 'utf8')
  const server = createServer({ key: readFileSync(key), cert: ca }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    ca,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
