/**
 * Mail through a mail server. Connections are kept for the next message; none waits longer than its time limit.
 * Emails hold links that open accounts, so nothing goes to another machine in the clear: the server has to have TLS
 * from the beginning (smtps://) or to offer it (smtp://, STARTTLS), with a certificate for its name by an authority
 * that is known. One that offers none is refused, whether it has none or somebody on the way has taken the offer out.
 */
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { reasonOf } from '../error-code.ts'
import { isLoopback, withoutBrackets } from '../loopback.ts'
import type { Mail, MailChoice, Sender } from './mail.ts'
import { composed, MessageRefusedError } from './message.ts'

/** Milliseconds to connect, to be greeted, to be answered, and for a whole message. */
const connectionTimeoutMs = 10_000
const answerTimeoutMs = 20_000
export const messageTimeoutMs = 60_000

/** Connections to the server at a time. */
const connectionsMax = 4

/**
 * A mail server at smtp:// or smtps://, with the user's name and password in the address. Throws an Error with one
 * sentence where the authorities' certificates cannot be read.
 */
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

/** The authorities that Node knows, and those in the file. */
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

/**
 * A server's last word (RFC 5321, 4.2.1: 5yz) about the recipient or the message; about us, such as our password, it
 * may change.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const { responseCode, command } = error
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}
