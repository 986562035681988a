/**
 * Mail through a mail server. Connections are kept for the next message; none waits longer than its time limit. A password is
 * never sent to another machine in the clear: with one, the server has to offer TLS.
 */
import { createTransport } from 'nodemailer'
import type { Sender } from '../settings-mail.ts'
import type { Mail } from './mail.ts'
import { composed, MessageRefusedError } from './mail-message.ts'

/** Milliseconds to connect, to be greeted, to be answered, and for a whole message. */
const connectionTimeoutMs = 10_000
const answerTimeoutMs = 20_000
export const messageTimeoutMs = 60_000

/** Connections to the server at a time. */
const connectionsMax = 4

/** A mail server at smtp:// or smtps://, with the user's name and password in the address. */
export function openSmtp(address: string, from: Sender): Mail {
  const { protocol, hostname, port, username, password } = new URL(address)
  const isSecure = protocol === 'smtps:'
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  const hasPassword = username !== ''
  const server = createTransport({
    pool: true,
    maxConnections: connectionsMax,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: hasPassword && !isHere,
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

/** A server's last word (RFC 5321, 4.2.1: 5yz) about the recipient or the message; about us, such as our password, it may change. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const { responseCode, command } = error
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}
