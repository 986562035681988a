/**
 * The posts of the blog, which somebody else keeps: read from the feed that the operator chose, never from an address that a visitor
 * gives. They are kept in memory for a quarter of an hour. Visitors who come together cause one request; while the feed fails
 * they are shown what was there before, for a day, and then how it fails. A feed that failed is left alone for half a minute.
 */
import type { PublicRequestTrust } from '../platform/public-request.ts'
import type { FeedChoice } from '../settings-formats.ts'
import { askFeed, type FeedAnswer } from './ask-feed.ts'

/** Milliseconds that posts are fresh, that they are shown while the feed fails, and that a feed is left alone when it failed. */
const freshMs = 15 * 60_000
const staleMsMax = 24 * 3_600_000
const pauseMs = 30_000

export interface Blog {
  /** The posts, or how the feed fails. */
  read(): Promise<FeedAnswer>
}

interface BlogOptions {
  /** Is told when the feed begins to fail. */
  warn(sentence: string): void
  /** Milliseconds that never go backwards; others in tests alone, like the trust. */
  now?: () => number
  trust?: PublicRequestTrust
}

/** Opens it; nothing is asked before the first visitor comes. */
export function openBlog(feed: FeedChoice, { warn, now = () => performance.now(), trust = {} }: BlogOptions): Blog {
  /** The last posts, what the feed answered last, and when. */
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

/** How the feed fails, for the log. */
function failureOf(answer: Exclude<FeedAnswer, { kind: 'posts' }>): string {
  return answer.kind === 'refused' ? `its feed answers with status ${answer.status}` : `its feed: ${answer.reason}`
}
