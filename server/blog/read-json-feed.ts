/** Reads what an RSS-to-JSON service answers: `status` ok, and `items` with the members that the specification names (section 7). */
import { z } from 'zod'
import { blogPostsMax } from '#contract/limits'
import { emptyItem, type FeedItem, UnreadableFeedError } from './feed-item.ts'

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
  return data.items.slice(0, blogPostsMax).map(({ pubDate, ...item }) => ({ ...emptyItem(), ...item, date: pubDate }))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
