/** Reads RSS 2.0, RSS 1.0, Atom, RSS-to-JSON. XML is read as events: no entities, nothing loaded, nesting limited. */
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { blogPostsMax } from '#contract/limits'
import { jsonIn } from '../platform/json.ts'

/** A post as its feed has it; nothing in it is trusted. Texts may be empty. */
export interface FeedItem {
  title: string
  link: string
  /** As the feed writes it, like `updated`. */
  date: string
  updated: string
  /** Stands for the post where it has no link. */
  permalink: string
  thumbnail: string
  description: string
  content: string
  categories: string[]
}

export class UnreadableFeedError extends Error {}

function emptyItem(): FeedItem {
  const texts = { title: '', link: '', date: '', updated: '', permalink: '', thumbnail: '', description: '' }
  return { ...texts, content: '', categories: [] }
}

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

export function readJsonFeed(json: string): FeedItem[] {
  const { data } = answerSchema.safeParse(jsonIn(json))
  if (data === undefined) throw new UnreadableFeedError('it is no answer with the status ok and items')
  return data.items.slice(0, blogPostsMax).map(({ pubDate, ...item }) => ({ ...emptyItem(), ...item, date: pubDate }))
}

type Attributes = Readonly<Record<string, string>>

const roots = new Set(['rss', 'feed', 'rdf:RDF'])
const itemNames = new Set(['item', 'entry'])

/** Real feeds nest some six deep, and XHTML in Atom as deep as a page. */
const depthMax = 100

const chunkLength = 16_384

/** Answers the posts in their order, or throws UnreadableFeedError. A post that is cut off is left out. */
export function readXmlFeed(xml: string): FeedItem[] {
  const items: FeedItem[] = []
  const open: string[] = []
  let item: FeedItem | undefined
  let itemDepth = 0
  /** Whether the open guid is an address, which is the default of RSS 2.0. */
  let isPermalink = false
  let text = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length === 0 && !roots.has(name)) throw new UnreadableFeedError('it begins as no feed does')
        open.push(name)
        if (open.length > depthMax) throw new UnreadableFeedError(`it is nested more than ${depthMax} deep`)
        if (item === undefined && itemNames.has(name)) {
          item = emptyItem()
          itemDepth = open.length
        } else if (item !== undefined) {
          if (open.length === itemDepth + 1) text = ''
          if (name === 'guid') isPermalink = attributes.isPermaLink !== 'false'
          noteAttributes(item, name, attributes)
        }
      },
      ontext(part) {
        if (item !== undefined) text += part
      },
      onclosetag(name, isImplied) {
        if (item !== undefined && open.length === itemDepth + 1) {
          if (name === 'guid' && isPermalink) item.permalink ||= text.trim()
          else noteText(item, name, text.trim())
        }
        if (item !== undefined && open.length === itemDepth) {
          if (!isImplied) items.push(item)
          item = undefined
        }
        open.pop()
      },
    },
    { xmlMode: true },
  )
  for (let start = 0; start < xml.length && items.length < blogPostsMax; start += chunkLength) {
    parser.write(xml.slice(start, start + chunkLength))
  }
  parser.end()
  if (items.length === 0 && !/<(rss|feed|rdf:RDF)[\s>]/.test(xml)) throw new UnreadableFeedError('it is no feed')
  return items.slice(0, blogPostsMax)
}

function noteText(item: FeedItem, name: string, text: string): void {
  switch (name) {
    case 'title':
    case 'link':
      item[name] ||= text
      return
    case 'pubDate':
    case 'published':
    case 'dc:date':
    case 'dcterms:created':
      item.date ||= text
      return
    case 'updated':
    case 'dcterms:modified':
      item.updated ||= text
      return
    case 'description':
    case 'summary':
      item.description ||= text
      return
    case 'content:encoded':
    case 'content':
      item.content ||= text
      return
    case 'category':
      if (text !== '') item.categories.push(text)
  }
}

function noteAttributes(item: FeedItem, name: string, attributes: Attributes): void {
  const { href = '', url = '', src = '', rel = 'alternate', type = '', medium = '', term = '' } = attributes
  switch (name) {
    case 'link':
      if (rel === 'alternate') item.link ||= href
      return
    case 'category':
      if (term !== '') item.categories.push(attributes.label ?? term)
      return
    case 'media:thumbnail':
      item.thumbnail ||= url
      return
    case 'media:content':
    case 'enclosure':
      if (medium === 'image' || type.startsWith('image/')) item.thumbnail ||= url
      return
    case 'img':
      // In XHTML content.
      item.thumbnail ||= src
  }
}
