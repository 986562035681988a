/** A feed's post as shown: plain text and web addresses, cut. HTML is read as events: nesting costs no stack. */
import { Parser } from 'htmlparser2'
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
import type { FeedItem } from './read-feed.ts'

/** Longer addresses do not open in every browser. */
const addressLengthMax = 2_000

/** Undefined without a title or an address. `base` is the feed's address. */
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
    readingMinutes: Math.max(1, Math.ceil(content.text.split(' ').length / blogWordsPerMinute)),
  }
}

function cut(text: string, lengthMax: number): string {
  const characters = Array.from(text.slice(0, 2 * lengthMax + 2))
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax).join('').trimEnd()}...`
}

/** Web pages only: no script or data, no credentials before the host. */
function webAddress(address: string, base: URL): URL | undefined {
  if (address === '' || address.length > addressLengthMax || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  const isOfWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isOfWeb && `${url.username}${url.password}` === '' ? url : undefined
}

/** A guid may be any text, so it is not completed by the feed's address. */
function permalinkOf({ permalink }: FeedItem, base: URL): URL | undefined {
  return /^https?:\/\//i.test(permalink) ? webAddress(permalink, base) : undefined
}

/** By https, since the page loads images no other way. */
function imageAddress(address: string, base: URL): string | undefined {
  const url = webAddress(address, base)
  if (url !== undefined) url.protocol = 'https:'
  return url?.href
}

function categoriesOf({ categories }: FeedItem): string[] {
  const texts = categories.slice(0, blogCategoriesMax).map((category) => plainTextOf(category).text)
  return [...new Set(texts.filter((text) => text !== '').map((text) => cut(text, blogCategoryLengthMax)))]
}

interface PlainText {
  text: string
  /** Without images of one pixel, which count visitors. */
  images: readonly string[]
}

const depthMax = 200

const chunkLength = 2_048

const silent = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title', 'head'])

const inline = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))

function plainTextOf(html: string): PlainText {
  let text = ''
  let depth = 0
  let silentDepth = 0
  const images: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (silent.has(name)) silentDepth += 1
      if (!inline.has(name)) text += ' '
      if (name === 'img' && silentDepth === 0 && !isPixel(attributes)) images.push(attributes.src ?? '')
    },
    ontext(part) {
      if (silentDepth === 0) text += part
    },
    onclosetag(name) {
      depth -= 1
      if (silent.has(name)) silentDepth -= 1
      if (!inline.has(name)) text += ' '
    },
  })
  for (let start = 0; start < html.length && depth <= depthMax; start += chunkLength) {
    parser.write(html.slice(start, start + chunkLength))
  }
  if (depth <= depthMax) parser.end()
  return { text: oneLine(text), images: images.filter((address) => address !== '') }
}

function isPixel({ width, height }: Record<string, string>): boolean {
  return ['0', '1'].includes(width ?? '') || ['0', '1'].includes(height ?? '')
}

/** Without control characters and changes of the writing direction. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
