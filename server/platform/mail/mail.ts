/**
 * Mail: hands a message to whoever delivers it, files in an outbox or a mail server. It promises that a message that
 * it has taken is on disk or in the server's hands, and that the same message, handed over twice, bears the same
 * Message-ID. It fails with MessageRefusedError where no other try can succeed, and with any other error where a
 * later one may.
 */
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

/** Where emails go: into files of a folder, or to a mail server. */
export type MailChoice = { kind: 'outbox'; dir: string } | { kind: 'smtp'; url: string; caFile?: string }

/** Whom emails come from. */
export interface Sender {
  name: string
  address: string
}

export interface Mail {
  /** Hands over a message; comes back when it is taken. */
  send(message: Message): Promise<void>
  close(): Promise<void>
}

/** A message to one address. */
export interface Message {
  /** Names it: the same for every try. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** A text that goes with it as a file. */
  attachment: string | null
  /** Where an answer goes, if not to the sender. */
  replyTo: string | null
  writtenAt: Date
}

/** Opens the part that the settings choose; nothing is connected before the first message. */
export function openMail({ mail, mailFrom }: { mail: MailChoice; mailFrom: Sender }): Mail {
  return mail.kind === 'smtp' ? openSmtp(mail, mailFrom) : openOutbox(mail.dir, mailFrom)
}
