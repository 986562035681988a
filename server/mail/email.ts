/**
 * What a letter is and how every letter looks: a few paragraphs, perhaps one link to follow and some facts, in plain text and
 * in simple HTML that says the same. Nothing in it is loaded from anywhere. Each letter is a function in a file of its own in
 * server/mail/letters, which gives the words.
 */
import { productName } from '#contract/product'

export interface Letter {
  /** Which letter it is, for logs: the name of its file. */
  kind: string
  /** One line. */
  subject: string
  text: string
  html: string
  /** A text that goes with it as a file. */
  attachment?: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
}

/** The words of a letter. */
export interface LetterContent {
  kind: string
  subject: string
  /** Paragraphs before the link. */
  paragraphs: readonly string[]
  /** The one thing the reader may do. */
  link?: { label: string; url: string }
  /** Names and values, each on a line of its own. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** Paragraphs after the link: until when it works, what to do if it was not asked for. */
  closing?: readonly string[]
  attachment?: string
  replyTo?: string
}

/**
 * Stands in a letter for a secret that the database keeps only sealed, such as the token in a link. The secret is put in its
 * place when the letter is sent (server/mail/delivery.ts).
 */
export const secretPlace = '{secret}'

/** Makes a letter of its words. Whatever the words hold is text, also where it looks like HTML. */
export function letter(content: LetterContent): Letter {
  const { kind, subject, attachment, replyTo } = content
  return {
    kind,
    subject: oneLine(subject),
    text: textOf(content),
    html: htmlOf(content),
    ...(attachment !== undefined && { attachment }),
    ...(replyTo !== undefined && { replyTo }),
  }
}

/** A subject is a header, which ends at a line's end. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function textOf({ paragraphs, link, facts = [], closing = [] }: LetterContent): string {
  const blocks = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]),
    ...closing,
    `-- \n${productName}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const bodyStyle = 'margin:0;padding:24px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none'
const quietStyle = 'color:#6b7280;font-size:14px'

function htmlOf({ subject, paragraphs, link, facts = [], closing = [] }: LetterContent): string {
  const blocks = [
    ...paragraphs.map((words) => `<p>${escapedForHtml(words)}</p>`),
    ...(facts.length > 0 ? [factsOf(facts)] : []),
    ...(link === undefined ? [] : linkOf(link)),
    ...closing.map((words) => `<p>${escapedForHtml(words)}</p>`),
    `<p style="${quietStyle}">${escapedForHtml(productName)}</p>`,
  ]
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapedForHtml(oneLine(subject))}</title>`
  const body = `<div style="max-width:560px">\n${blocks.join('\n')}\n</div>`
  return `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body style="${bodyStyle}">\n${body}\n</body>\n</html>\n`
}

function factsOf(facts: readonly (readonly [string, string])[]): string {
  return `<p>${facts.map(([name, value]) => `${escapedForHtml(name)}: <strong>${escapedForHtml(value)}</strong>`).join('<br>\n')}</p>`
}

/** The address stands below the button too, for who reads it on another machine than the one to open it on. */
function linkOf({ label, url }: { label: string; url: string }): string[] {
  const address = escapedForHtml(url)
  return [
    `<p><a href="${address}" style="${buttonStyle}">${escapedForHtml(label)}</a></p>`,
    `<p style="${quietStyle}">${address}</p>`,
  ]
}

/** Text as it stands in HTML, between tags or in an attribute. */
export function escapedForHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
