/** A server that speaks https on loopback, for tests, with a certificate made for it that nobody else vouches for. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestHttps {
  port: number
  /** The certificate, for who should trust the server. */
  ca: string
  close(): void
}

/** Starts one, as localhost and 127.0.0.1. It takes a moment to make the key. */
export async function startTestHttps(answer: RequestListener): Promise<TestHttps> {
  const { key, cert } = makeCertificate()
  const server = createServer({ key, cert }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    ca: cert,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-tls-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    const form = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
    execFileSync('openssl', ['req', ...form, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
