/**
 * The posts of the blog, from the operator's feed, cached for a quarter of an hour; concurrent visitors cause one
 * request. While the feed fails, the last posts are shown for up to a day, then the error. A failed feed is retried
 * after half a minute.
 */
import type { Api } from '#contract/api'
import type { BlogPost } from '#contract/blog'
import { productName } from '#contract/product'
import type { Verb } from '../http/verb.ts'
import { reasonOf } from '../platform/error-code.ts'
import { type PublicAnswer, type PublicRequestTrust, requestPublic } from '../platform/public-request.ts'
import type { FeedChoice } from '../settings-formats.ts'
import { readJsonFeed, readXmlFeed, UnreadableFeedError } from './read-feed.ts'
import { shownPost } from './shown-post.ts'

const freshMs = 15 * 60_000
const staleMsMax = 24 * 3_600_000
const pauseMs = 30_000

export interface Blog {
  read(): Promise<FeedAnswer>
}

interface BlogOptions {
  warn(sentence: string): void
  /** Milliseconds that never go backwards. Both differ in tests alone. */
  now?: () => number
  trust?: PublicRequestTrust
}

export function openBlog(
  feed: FeedChoice | undefined,
  { warn, now = () => performance.now(), trust = {} }: BlogOptions,
): Blog {
  let posts: { answer: FeedAnswer; atMs: number } | undefined
  let last: { answer: FeedAnswer; atMs: number } | undefined
  let underWay: Promise<void> | undefined

  async function ask(): Promise<void> {
    const answer = await askFeed(feed, trust)
    if (answer.kind !== 'posts' && (last === undefined || last === posts)) warn(`The blog: ${failureOf(answer)}.`)
    last = { answer, atMs: now() }
    if (answer.kind === 'posts') posts = last
  }

  return {
    async read() {
      if (last === undefined || now() - last.atMs >= (last === posts ? freshMs : pauseMs)) {
        underWay ??= ask().finally(() => {
          underWay = undefined
        })
        await underWay
      }
      if (posts !== undefined && now() - posts.atMs <= staleMsMax) return posts.answer
      return last?.answer ?? { kind: 'unreadable', reason: 'it was not asked' }
    },
  }
}

function failureOf(answer: Exclude<FeedAnswer, { kind: 'posts' }>): string {
  return answer.kind === 'refused' ? `its feed answers with status ${answer.status}` : `its feed: ${answer.reason}`
}

export function listPosts({ blog }: { blog: Blog }): Verb<Api['listBlogPosts']> {
  return async ({ fail }) => {
    const answer = await blog.read()
    switch (answer.kind) {
      case 'posts':
        return { output: { status: 'ok', items: answer.posts } }
      case 'refused':
        return fail('feed_refused', { status: answer.status })
      case 'unreadable':
        return fail('feed_unreadable', undefined)
    }
  }
}

export const feedLimits = { timeoutMs: 3_000, bytesMax: 1024 * 1024 }

export type FeedAnswer =
  | { kind: 'posts'; posts: BlogPost[] }
  | { kind: 'refused'; status: number }
  | { kind: 'unreadable'; reason: string }

const accepted = {
  xml: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
  json: 'application/json',
} as const

/** Never throws; without a feed there are no posts. A redirect is a refusal, so the host is always the operator's. */
export async function askFeed(feed: FeedChoice | undefined, trust: PublicRequestTrust): Promise<FeedAnswer> {
  if (feed === undefined) return { kind: 'posts', posts: [] }
  const { kind, url } = feed
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

/** In the character set of the header, else of the document, else UTF-8. */
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
