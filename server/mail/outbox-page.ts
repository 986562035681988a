/**
 * The outbox as a page, for developers on their own machine. Emails open accounts, so it exists only where settings.ts
 * allows it, and answers only requests from and to this machine by name: no proxy, no other name that resolves here
 * (DNS rebinding).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { fail } from '../http/verb.ts'
import { isLoopback } from '../platform/addresses.ts'
import { ifThere } from '../platform/folders.ts'
import { messagesByArrival } from '../platform/mail/outbox.ts'
import { escapedForHtml } from './email.ts'

const emailsMax = 50

const outboxPath = '/dev/outbox'

export function serveOutbox(app: FastifyInstance, dir: string): void {
  app.get(outboxPath, async (request, reply) => {
    if (!isOfThisMachine(request)) return fail('no_such_route', { method: request.method, path: outboxPath })
    const names = (await ifThere(messagesByArrival(dir))) ?? []
    const latest = names.slice(-emailsMax).reverse()
    const emails = await Promise.all(latest.map((name) => readEmail(join(dir, name))))
    return sendPage(reply, listPage(emails.filter((email) => email !== undefined)))
  })
}

/** A proxy that sends none of these looks like a local browser. */
const proxyHeader = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/

function isOfThisMachine({ socket, headers }: FastifyRequest): boolean {
  const host = (headers.host ?? '').replace(/:\d*$/, '')
  const isForwarded = Object.keys(headers).some((name) => proxyHeader.test(name))
  return isLoopback(host) && isLoopback(socket.remoteAddress ?? '') && !isForwarded
}

async function readEmail(path: string): Promise<Email | undefined> {
  const message = await ifThere(readFile(path))
  return message === undefined ? undefined : PostalMime.parse(message)
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(html)
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8888;border-radius:8px;padding:0 1rem 1rem;margin:1rem 0}h2{font-size:1.1rem;margin-bottom:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`

function listPage(emails: readonly Email[]): string {
  const articles = emails.map(articleOf).join('\n')
  const empty = '<p>No emails yet. Each one that the product sends appears here.</p>'
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title><style>${style}</style>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><h1>Outbox</h1>${articles || empty}</body></html>`
}

function articleOf({ subject = '', to = [], date = '', text = '', attachments }: Email): string {
  const recipients = to.map(({ address = '' }) => address).join(', ')
  const files = attachments.map(({ filename }) => filename ?? 'a file').join(', ')
  const about = `To ${recipients}, ${timeText(date)}${files === '' ? '' : `, with ${files}`}`
  return `<article><h2>${escapedForHtml(subject)}</h2><p>${escapedForHtml(about)}</p><pre>${withLinks(text)}</pre></article>`
}

/** Nov 20, 2026, 10:00:00 UTC; as the email has it where that is no date. */
function timeText(date: string): string {
  const ms = Date.parse(date)
  if (Number.isNaN(ms)) return date
  const form = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' } as const
  return `${new Date(ms).toLocaleString('en-US', form)} UTC`
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapedForHtml(part)}">${escapedForHtml(part)}</a>` : escapedForHtml(part),
    )
    .join('')
}
