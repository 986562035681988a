/** Asks for the feed that the operator chose, once, and reads what comes. */
import type { BlogPost } from '#contract/blog'
import { productName } from '#contract/product'
import { reasonOf } from '../platform/error-code.ts'
import { type PublicAnswer, type PublicRequestTrust, requestPublic } from '../platform/public-request.ts'
import type { FeedChoice } from '../settings-formats.ts'
import { UnreadableFeedError } from './feed-item.ts'
import { readJsonFeed } from './read-json-feed.ts'
import { readXmlFeed } from './read-xml-feed.ts'
import { shownPost } from './shown-post.ts'

/** Milliseconds for everything, and bytes of the answer. A visitor waits for it. */
export const feedLimits = { timeoutMs: 3_000, bytesMax: 1024 * 1024 }

/** The posts; or the status that the feed was refused with; or why nothing could be read, for the log. */
export type FeedAnswer =
  | { kind: 'posts'; posts: BlogPost[] }
  | { kind: 'refused'; status: number }
  | { kind: 'unreadable'; reason: string }

const accepted = {
  xml: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
  json: 'application/json',
} as const

/** Never throws. The host is that of the choice: a redirect is a refusal. */
export async function askFeed({ kind, url }: FeedChoice, trust: PublicRequestTrust): Promise<FeedAnswer> {
  const headers = { accept: accepted[kind], 'accept-encoding': 'identity', 'user-agent': productName }
  try {
    const answer = await requestPublic(url, { method: 'GET', headers, ...feedLimits }, trust)
    if (answer.status !== 200) return { kind: 'refused', status: answer.status }
    const text = textOf(answer)
    const items = kind === 'xml' ? readXmlFeed(text) : readJsonFeed(text)
    return { kind: 'posts', posts: items.flatMap((item) => shownPost(item, url) ?? []) }
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) }
  }
}

/** In the character set that the answer names, else the one that the document names, else UTF-8. */
function textOf({ body, contentType }: PublicAnswer): string {
  const ofHeader = /;\s*charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1]
  const ofDocument = /^[^>]{0,100}\bencoding=["']([\w.:-]{1,40})/.exec(body.toString('latin1', 0, 200))?.[1]
  const label = (hasUtf16Mark(body) ? 'utf-16' : undefined) ?? ofHeader ?? ofDocument ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    throw new UnreadableFeedError('its character set is not known')
  }
}

function hasUtf16Mark(body: Buffer): boolean {
  return body[0] === 0xff && body[1] === 0xfe
}
