/** How every email looks, in plain text and in HTML that loads nothing. server/mail/emails has the emails. */
import { productName } from '#contract/product'

export interface Email {
  kind: string
  subject: string
  text: string
  html: string
  attachment?: string
  replyTo?: string
  /** Ends emails of this kind without a sign-in; may hold `secretPlace`. */
  unsubscribeUrl?: string
}

export interface EmailContent extends Omit<Email, 'text' | 'html'> {
  /** `greetingFor(null)` unless given; null for no greeting. */
  greeting?: string | null
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
  const { kind, subject, attachment, replyTo, unsubscribeUrl } = content
  return {
    kind,
    subject: oneLine(subject),
    text: textOf(content),
    html: htmlOf(content),
    ...(attachment !== undefined && { attachment }),
    ...(replyTo !== undefined && { replyTo }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
}

/** Opens an email to someone whose name may be known. */
export function greetingFor(name: string | null): string {
  return name === null ? 'Hi,' : `Hi ${name},`
}

/** December 31, 2026, in UTC. */
export function dayText(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

/** A subject is a header, which a line break would end. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function greetingOf({ greeting = greetingFor(null) }: EmailContent): readonly string[] {
  return greeting === null ? [] : [greeting]
}

function textOf(content: EmailContent): string {
  const { paragraphs, link, facts = [], closing = [], unsubscribeUrl } = content
  const blocks = [
    ...greetingOf(content),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]),
    ...closing,
    ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe:\n${unsubscribeUrl}`]),
    `-- \n${productName}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Of web/styles/tokens.css: mail programs know no variables. */
const light = {
  canvas: '#fafaf7',
  surface: '#ffffff',
  border: '#dadcd3',
  text: '#16201f',
  subtle: '#5c6865',
  brand: '#0e5a6b',
  onBrand: '#ffffff',
}
const dark: typeof light = {
  canvas: '#0e1415',
  surface: '#151d1f',
  border: '#2a3639',
  text: '#e8eeed',
  subtle: '#8d9b99',
  brand: '#5cc2d4',
  onBrand: '#06262d',
}

/** Inline, since some mail programs drop style elements; the element is for those that are dark. */
const styles = {
  page: `margin:0;padding:24px 12px;background:${light.canvas}`,
  sheet: `max-width:560px;border:1px solid ${light.border};border-radius:8px;background:${light.surface}`,
  head: `padding:16px 24px;border-bottom:1px solid ${light.border}`,
  body: `padding:8px 24px;color:${light.text};font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere`,
  mark: `border-left:6px double ${light.brand};padding-left:8px;color:${light.text};font:600 18px/1.2 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif`,
  cell: 'padding:2px 12px 2px 0;vertical-align:top',
  label: 'padding:2px 12px 2px 0;vertical-align:top;white-space:nowrap',
  button: `display:inline-block;padding:10px 20px;border-radius:6px;background:${light.brand};color:${light.onBrand};font-weight:600;text-decoration:none`,
  quiet: `color:${light.subtle};font-size:14px`,
}

const darkStyle = `@media (prefers-color-scheme:dark){
.page{background:${dark.canvas}!important}.sheet{background:${dark.surface}!important}
.sheet,.head{border-color:${dark.border}!important}.body,.mark{color:${dark.text}!important}
.mark{border-color:${dark.brand}!important}.quiet{color:${dark.subtle}!important}
.button{background:${dark.brand}!important;color:${dark.onBrand}!important}}`

function styled(name: keyof typeof styles): string {
  return `class="${name}" style="${styles[name]}"`
}

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

function htmlOf(content: EmailContent): string {
  const { subject, paragraphs, link, facts = [], closing = [], unsubscribeUrl } = content
  const blocks = [
    ...[...greetingOf(content), ...paragraphs].map((words) => `<p>${escapedForHtml(words)}</p>`),
    ...(facts.length > 0 ? [factsOf(facts)] : []),
    ...(link === undefined ? [] : linkOf(link)),
    ...closing.map((words) => `<p>${escapedForHtml(words)}</p>`),
    ...(unsubscribeUrl === undefined
      ? []
      : [`<p ${styled('quiet')}><a href="${escapedForHtml(unsubscribeUrl)}" ${styled('quiet')}>Unsubscribe</a></p>`]),
    `<p ${styled('quiet')}>${escapedForHtml(productName)}</p>`,
  ]
  const schemes = ['color-scheme', 'supported-color-schemes'].map(
    (name) => `<meta name="${name}" content="light dark">`,
  )
  const title = `<title>${escapedForHtml(oneLine(subject))}</title>`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">${schemes.join('')}${title}`
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head}<style>${darkStyle}</style></head>`,
    `<body ${styled('page')}>`,
    `<table ${table} width="100%"><tr><td align="center">`,
    `<table ${table} width="100%" ${styled('sheet')}>`,
    `<tr><td ${styled('head')}><span ${styled('mark')}>${escapedForHtml(productName)}</span></td></tr>`,
    `<tr><td ${styled('body')}>`,
    ...blocks,
    '</td></tr></table>',
    '</td></tr></table>',
    '</body>',
    '</html>',
  ]
  return `${lines.join('\n')}\n`
}

function factsOf(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td ${styled('label')}>${escapedForHtml(name)}: </td><td ${styled('cell')}><strong>${escapedForHtml(value)}</strong></td></tr>`,
  )
  return `<table ${table}>${rows.join('\n')}</table>`
}

function linkOf({ label, url }: { label: string; url: string }): string[] {
  const address = escapedForHtml(url)
  return [
    `<p><a href="${address}" ${styled('button')}>${escapedForHtml(label)}</a></p>`,
    `<p ${styled('quiet')}>Or copy this link into your browser:<br>${address}</p>`,
  ]
}

/** For text between tags or in an attribute. */
export function escapedForHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
