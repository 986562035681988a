/**
 * Hands messages to an outbox folder or a mail server. What it took is on disk or with the server; a repeat has the
 * same Message-ID. Fails with MessageRefusedError where no other try can succeed.
 */
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

export type MailChoice = { kind: 'outbox'; dir: string } | { kind: 'smtp'; url: string; caFile?: string }

export interface Sender {
  name: string
  address: string
}

export interface Mail {
  send(message: Message): Promise<void>
  close(): Promise<void>
}

export interface MessageFile {
  type: string
  bytes: Buffer
}

export interface Message {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Plain text. */
  attachment: string | null
  file: MessageFile | null
  replyTo: string | null
  /** Taken by a POST without a sign-in (RFC 8058). */
  unsubscribeUrl: string | null
  writtenAt: Date
}

export function openMail({ mail, mailFrom }: { mail: MailChoice; mailFrom: Sender }): Mail {
  return mail.kind === 'smtp' ? openSmtp(mail, mailFrom) : openOutbox(mail.dir, mailFrom)
}
