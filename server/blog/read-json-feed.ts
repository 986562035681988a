/** Reads what an RSS-to-JSON service answers: `status` ok, and `items` with the members that the specification names (section 7). */
import { z } from 'zod'
import { blogPostsMax } from '#contract/limits'
import { type FeedItem, UnreadableFeedError } from './feed-item.ts'

/** What is missing or of another kind counts as empty. */
const words = z.string().catch('')

const answerSchema = z.object({
  status: z.literal('ok'),
  items: z.array(
    z
      .object({
        title: words,
        link: words,
        pubDate: words,
        thumbnail: words,
        description: words,
        content: words,
        categories: z.array(words).catch([]),
      })
      .catch({ title: '', link: '', pubDate: '', thumbnail: '', description: '', content: '', categories: [] }),
  ),
})

/** Answers the posts in their order, or throws UnreadableFeedError. */
export function readJsonFeed(json: string): FeedItem[] {
  const { data } = answerSchema.safeParse(jsonOf(json))
  if (data === undefined) throw new UnreadableFeedError('it is no answer with the status ok and items')
  return data.items.slice(0, blogPostsMax).map(({ pubDate, ...item }) => ({ ...item, date: inUtc(pubDate) }))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Such services write 2025-01-05 12:00:00 and mean UTC. */
function inUtc(date: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date) ? `${date.replace(' ', 'T')}Z` : date
}
