/** A post as its feed tells of it, whatever the format of the feed: nothing in it is to be trusted. */
export interface FeedItem {
  title: string
  link: string
  /** In any form of a date. */
  date: string
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
  return { title: '', link: '', date: '', thumbnail: '', description: '', content: '', categories: [] }
}
