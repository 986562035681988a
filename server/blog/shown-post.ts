/** Makes of a post as its feed tells of it the post as it is shown: text alone, addresses of the web alone, all of it cut to size. */
import type { BlogPost } from '#contract/blog'
import {
  blogCategoriesMax,
  blogCategoryLengthMax,
  blogContentLengthMax,
  blogDescriptionLengthMax,
  blogTitleLengthMax,
  blogWordsPerMinute,
} from '#contract/limits'
import { feedDate } from './feed-date.ts'
import type { FeedItem } from './feed-item.ts'
import { plainTextOf } from './plain-text.ts'

/** Characters of an address: what is longer opens in no browser everywhere. */
const addressLengthMax = 2_000

/** Answers the post, or undefined where there is none: without a title or an address nobody can open it. `base` is the feed's address. */
export function shownPost(item: FeedItem, base: URL): BlogPost | undefined {
  const title = cut(plainTextOf(item.title).text, blogTitleLengthMax)
  const link = item.link === '' ? permalinkOf(item, base) : webAddress(item.link, base)
  if (title === '' || link === undefined) return undefined
  const content = plainTextOf(item.content === '' ? item.description : item.content)
  const summary = item.description === '' ? content : plainTextOf(item.description)
  const images = [item.thumbnail, ...content.images, ...summary.images]
  return {
    title,
    link: link.href,
    pubDate: feedDate(item.date === '' ? item.updated : item.date),
    thumbnail: images.map((address) => imageAddress(address, base)).find((address) => address !== undefined) ?? null,
    content: cut(content.text, blogContentLengthMax),
    description: cut(summary.text, blogDescriptionLengthMax),
    categories: categoriesOf(item),
    readingMinutes: Math.max(1, Math.ceil(wordsIn(content.text) / blogWordsPerMinute)),
  }
}

/** The text, or so many characters of it and an ellipsis. */
function cut(text: string, lengthMax: number): string {
  const characters = Array.from(text.slice(0, 2 * lengthMax + 2))
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax).join('').trimEnd()}...`
}

/** Only what leads to a page of the web: neither script nor data, and no name or password before the host. */
function webAddress(address: string, base: URL): URL | undefined {
  if (address === '' || address.length > addressLengthMax || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  const isOfWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isOfWeb && `${url.username}${url.password}` === '' ? url : undefined
}

/** A guid may be any text: only a whole address is one, never what the feed's own address would complete. */
function permalinkOf({ permalink }: FeedItem, base: URL): URL | undefined {
  return /^https?:\/\//i.test(permalink) ? webAddress(permalink, base) : undefined
}

/** By https, since the page loads images in no other way. */
function imageAddress(address: string, base: URL): string | undefined {
  const url = webAddress(address, base)
  if (url !== undefined) url.protocol = 'https:'
  return url?.href
}

function categoriesOf({ categories }: FeedItem): string[] {
  const texts = categories.slice(0, blogCategoriesMax).map((category) => plainTextOf(category).text)
  return [...new Set(texts.filter((text) => text !== '').map((text) => cut(text, blogCategoryLengthMax)))]
}

function wordsIn(text: string): number {
  return text === '' ? 0 : text.split(' ').length
}
