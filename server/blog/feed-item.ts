/** A post as its feed tells of it, whatever the format of the feed: nothing in it is to be trusted. */
export interface FeedItem {
  title: string
  link: string
  /** When it was published, as the feed writes it; empty where it does not say. */
  date: string
  /** When it was last changed, likewise. */
  updated: string
  /** The address that stands for the post where it has no link. */
  permalink: string
  /** The address of the image that the feed names for it; empty where it names none. */
  thumbnail: string
  /** HTML, like the content. */
  description: string
  content: string
  categories: string[]
}

/** What came is no feed; the message says why, for the log. */
export class UnreadableFeedError extends Error {}

export function emptyItem(): FeedItem {
  return {
    title: '',
    link: '',
    date: '',
    updated: '',
    permalink: '',
    thumbnail: '',
    description: '',
    content: '',
    categories: [],
  }
}
