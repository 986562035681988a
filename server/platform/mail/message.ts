import type { SendMailOptions } from 'nodemailer'
import type { Message, Sender } from './mail.ts'

/** No other try can succeed. */
export class MessageRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'MessageRefusedError'
  }
}

/**
 * The headers prevent automatic replies (RFC 3834); nothing in a message makes the library read a file or an address.
 * Throws MessageRefusedError where an address or a subject holds a line break.
 */
export function composed(message: Message, from: Sender): SendMailOptions {
  const { id, to, subject, text, html, attachment, file, replyTo, unsubscribeUrl, writtenAt } = message
  for (const header of [to, subject, replyTo ?? '', unsubscribeUrl ?? '']) {
    if (/[\r\n\0]/.test(header)) throw new MessageRefusedError('an address or a subject has more than one line')
  }
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
    date: writtenAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: [
      ...(attachment === null
        ? []
        : [{ filename: 'message.txt', content: attachment, contentType: 'text/plain; charset=utf-8' }]),
      ...(file === null
        ? []
        : [{ filename: `attachment.${file.type.replace(/^.*\//, '')}`, content: file.bytes, contentType: file.type }]),
    ],
  }
}
