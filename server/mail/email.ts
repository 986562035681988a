/** How every email looks, in plain text and in HTML that loads nothing. server/mail/emails has the emails. */
import { productName } from '#contract/product'

export interface Email {
  kind: string
  subject: string
  text: string
  html: string
  attachment?: string
  replyTo?: string
}

export interface EmailContent extends Omit<Email, 'text' | 'html'> {
  paragraphs: readonly string[]
  link?: { label: string; url: string }
  facts?: readonly (readonly [name: string, value: string])[]
  /** After the link: until when it works, what to do if the reader did not ask for it. */
  closing?: readonly string[]
}

/** Replaced by the secret (a link's token) when an email is sent; the database keeps the secret sealed. */
export const secretPlace = '{secret}'

/** All words are text, also where they look like HTML. */
export function composeEmail(content: EmailContent): Email {
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

/** A subject is a header, which a line break would end. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function textOf({ paragraphs, link, facts = [], closing = [] }: EmailContent): string {
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

function htmlOf({ subject, paragraphs, link, facts = [], closing = [] }: EmailContent): string {
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

function linkOf({ label, url }: { label: string; url: string }): string[] {
  const address = escapedForHtml(url)
  return [
    `<p><a href="${address}" style="${buttonStyle}">${escapedForHtml(label)}</a></p>`,
    `<p style="${quietStyle}">${address}</p>`,
  ]
}

/** For text between tags or in an attribute. */
export function escapedForHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
