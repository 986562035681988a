/**
 * Sends through a mail server over kept connections. Emails open accounts, so the server must have TLS (smtps://) or
 * offer STARTTLS (smtp://) with a known authority's certificate; without one it is refused, since somebody on the way
 * may have removed the offer.
 */
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { isLoopback, withoutBrackets } from '../addresses.ts'
import { reasonOf } from '../error-code.ts'
import type { Mail, MailChoice, Sender } from './mail.ts'
import { composed, MessageRefusedError } from './message.ts'

const connectionTimeoutMs = 10_000
const answerTimeoutMs = 20_000
export const messageTimeoutMs = 60_000

const connectionsMax = 4

/** `url` holds user name and password. Throws an Error with one sentence where certificates cannot be read. */
export function openSmtp({ url, caFile }: Extract<MailChoice, { kind: 'smtp' }>, from: Sender): Mail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const hasPassword = username !== ''
  const server = createTransport({
    pool: true,
    maxConnections: connectionsMax,
    host: withoutBrackets(hostname),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isLoopback(hostname) || caFile !== undefined,
    tls: { minVersion: 'TLSv1.2', ...(caFile !== undefined && { ca: authoritiesWith(caFile) }) },
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: answerTimeoutMs,
    ...(hasPassword && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  })
  return {
    async send(message) {
      const options = { ...composed(message, from), signal: AbortSignal.timeout(messageTimeoutMs) }
      try {
        await server.sendMail(options)
      } catch (error) {
        throw isRefused(error) ? new MessageRefusedError('the mail server refuses the address or the message') : error
      }
    },
    async close() {
      server.close()
    },
  }
}

function authoritiesWith(path: string): string[] {
  const [own, reason] = readText(path)
  if (own.includes('-----BEGIN CERTIFICATE-----')) return [...rootCertificates, own]
  throw new Error(`MAIL_CA_FILE: expected a file with certificates in PEM; got ${path}, ${reason ?? 'which has none'}.`)
}

function readText(path: string): [text: string, reason?: string] {
  try {
    return [readFileSync(path, 'utf8')]
  } catch (error) {
    return ['', `which cannot be read (${reasonOf(error)})`]
  }
}

/** Permanent refusals of recipient or message (RFC 5321, 4.2.1: 5yz); those of us, as a wrong password, may change. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const { responseCode, command } = error
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}
