/**
 * The link that ends weekly emails without a sign-in. A POST ends them (RFC 8058), by the mail program's own button or
 * by that of the page that the link opens: programs that follow links in emails change nothing.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendPage } from '../http/plain-page.ts'
import { readBody } from '../http/read-body.ts'
import type { Database } from '../platform/database/database.ts'
import { isSame, keyedHash, type Secrets } from '../platform/secrets.ts'

const unsubscribePath = '/unsubscribe/:token'

/** Works as long as the account and the secret; it opens nothing else. */
export function unsubscribeToken(secrets: Secrets, accountId: string): string {
  return `${accountId}.${secrets.linkHash(signedText(accountId)).toString('base64url')}`
}

interface UnsubscribeParts {
  database: Database
  secrets: Secrets
  publicUrl: string
}

export function serveUnsubscribe(app: FastifyInstance, { database, secrets, publicUrl }: UnsubscribeParts): void {
  const send = (reply: FastifyReply, page: keyof typeof pages) => {
    const { status, title, content } = pages[page]
    return sendPage(reply, { status, publicUrl, title, content: content(publicUrl) })
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Mail programs send a form, whose words add nothing.
    scope.addContentTypeParser('*', readBody)
    scope.get<{ Params: { token: string } }>(unsubscribePath, async ({ params }, reply) =>
      send(reply, accountIn(secrets, params.token) === undefined ? 'unknown' : 'question'),
    )
    scope.post<{ Params: { token: string } }>(unsubscribePath, async ({ params }, reply) => {
      const accountId = accountIn(secrets, params.token)
      if (accountId === undefined) return send(reply, 'unknown')
      await database.db.updateTable('accounts').set({ is_emailed_weekly: false }).where('id', '=', accountId).execute()
      return send(reply, 'done')
    })
  })
}

const pages = {
  question: {
    status: 200,
    title: 'Stop the weekly email?',
    content: () =>
      '<p>You’ll get no more weekly emails about your events. Other emails about your account still come.</p>\n<form method="post"><button class="pay">Unsubscribe</button></form>',
  },
  done: {
    status: 200,
    title: 'You’re unsubscribed',
    content: (publicUrl: string) =>
      `<p>You’ll get no more weekly emails. You can turn them on again in the <a href="${publicUrl}/home?panel=webhooks">dashboard</a>.</p>`,
  },
  unknown: {
    status: 404,
    title: 'This link doesn’t work',
    content: (publicUrl: string) =>
      `<p>Turn weekly emails off in the <a href="${publicUrl}/home?panel=webhooks">dashboard</a>.</p>`,
  },
} as const

function accountIn(secrets: Secrets, token: string): string | undefined {
  const [, accountId, signature] = /^([\w-]{1,64})\.([\w-]{43})$/.exec(token) ?? []
  if (accountId === undefined || signature === undefined) return undefined
  const given = Buffer.from(signature, 'base64url')
  const text = signedText(accountId)
  return secrets.linkKeys.some((key) => isSame(given, keyedHash(key, text))) ? accountId : undefined
}

function signedText(accountId: string): string {
  return `unsubscribe\n${accountId}`
}
