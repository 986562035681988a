/** The setting of the blog: where its posts are read. */
import { z } from 'zod'

/** The feed itself, or a service that turns feeds into JSON, with the feed's address in its own. */
export interface FeedChoice {
  kind: 'xml' | 'json'
  url: URL
}

export interface BlogSettings {
  blogFeed: FeedChoice
}

const defaultFeed = 'https://medium.com/feed/@praxidex'

/** The rows of the settings' table. */
export const blogSettingsTable = [
  {
    name: 'BLOG_FEED',
    default: defaultFeed,
    description:
      'Where the posts of the blog are read: the https address of an RSS or Atom feed, or json: and the address of an RSS-to-JSON service with the feed in it, as json:https://api.rss2json.com/v1/api.json?rss_url=https%3A%2F%2Fmedium.com%2Ffeed%2F%40NAME.',
  },
] as const

/** What the values of the rows have to be. */
export const blogSchema = {
  BLOG_FEED: z
    .string()
    .refine((text) => feedOf(text) !== undefined, {
      error: 'an https address without a user name, or json: and such an address',
    })
    .default(defaultFeed)
    .transform((text) => feedOf(text))
    .pipe(z.custom<FeedChoice>()),
}

const readSchema = z.object(blogSchema)

/** The choice as the product uses it. */
export function blogSettingsOf(values: z.output<typeof readSchema>): BlogSettings {
  return { blogFeed: values.BLOG_FEED }
}

function feedOf(text: string): FeedChoice | undefined {
  const kind = text.startsWith('json:') ? 'json' : 'xml'
  const address = kind === 'json' ? text.slice('json:'.length) : text
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'https:' && `${url.username}${url.password}` === '' ? { kind, url } : undefined
}
