import { describe, expect, test } from 'vitest'
import { blogDescriptionLengthMax } from '#contract/limits'
import { readXmlFeed } from './read-feed.ts'
import { shownPost } from './shown-post.ts'

const base = new URL('https://blog.example.org/feed')

/** The posts of a feed as they are shown. */
function posts(xml: string) {
  return readXmlFeed(xml).map((item) => shownPost(item, base))
}

/** The one post of a feed that holds these elements besides a title and a link. */
function post(inner: string) {
  return posts(
    `<rss><channel><item><title>Post</title><link>https://blog.example.org/post</link>${inner}</item></channel></rss>`,
  )[0]
}

describe('a feed', () => {
  test('is read as Medium writes it', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>
      <title><![CDATA[Stories by us on Medium]]></title><link>https://medium.com/@us</link><item>
      <title><![CDATA[Searching by specialty &amp; place]]></title>
      <link>https://medium.com/@us/searching-1a2b?source=rss</link><guid isPermaLink="false">https://medium.com/p/1a2b</guid>
      <category><![CDATA[api]]></category><category><![CDATA[healthcare]]></category>
      <dc:creator><![CDATA[Us]]></dc:creator><pubDate>Thu, 05 Nov 2026 09:30:00 GMT</pubDate>
      <content:encoded><![CDATA[<figure><img alt="" src="https://cdn.example.org/1*a.png" /></figure><p>Ten words &amp; more.</p><img src="https://medium.com/_/stat?event=post" width="1" height="1" alt="">]]></content:encoded>
      </item></channel></rss>`
    expect(posts(xml)).toEqual([
      {
        title: 'Searching by specialty & place',
        link: 'https://medium.com/@us/searching-1a2b?source=rss',
        pubDate: '2026-11-05T09:30:00.000Z',
        thumbnail: 'https://cdn.example.org/1*a.png',
        content: 'Ten words & more.',
        description: 'Ten words & more.',
        categories: ['api', 'healthcare'],
        readingMinutes: 1,
      },
    ])
  })

  test('is read in Atom, with content in XHTML and an address that its own completes', () => {
    const xml = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><title type="html">A &amp;lt; B</title>
      <link rel="self" href="/self"/><link href="/post"/><updated>2026-11-06T00:00:00Z</updated>
      <published>2026-11-05T11:30:00+02:00</published><category term="api" label="The API"/>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Some words</p><img src="/a.png"/></div></content>
      </entry></feed>`
    expect(posts(xml)).toEqual([
      expect.objectContaining({
        title: 'A < B',
        link: 'https://blog.example.org/post',
        pubDate: '2026-11-05T09:30:00.000Z',
        thumbnail: 'https://blog.example.org/a.png',
        description: 'Some words',
        categories: ['The API'],
      }),
    ])
  })

  test('is read in RSS 1.0', () => {
    const xml =
      '<rdf:RDF><channel/><item><title>Old</title><link>https://a.example/</link><dc:date>2026-11-05</dc:date></item></rdf:RDF>'
    expect(posts(xml)).toEqual([expect.objectContaining({ title: 'Old', pubDate: '2026-11-05T00:00:00.000Z' })])
  })

  test('whose posts have no date of publication shows when each was changed', () => {
    const entry = (dates: string) => `<entry><title>t</title><link href="https://a.example/1"/>${dates}</entry>`
    const changed = '<updated>2026-01-05T00:00:00Z</updated>'
    const published = '<published>2026-01-04T00:00:00Z</published>'
    expect(posts(`<feed>${entry(changed)}${entry(changed + published)}</feed>`)).toMatchObject([
      { pubDate: '2026-01-05T00:00:00.000Z' },
      { pubDate: '2026-01-04T00:00:00.000Z' },
    ])
  })

  test('may name a post by a guid that is its address, in place of a link', () => {
    const item = (inner: string) => posts(`<rss><channel><item><title>t</title>${inner}</item></channel></rss>`)
    const guid = (attribute = '', text = 'https://a.example/4') => `<guid${attribute}>${text}</guid>`
    expect(item(guid(' isPermaLink="true"'))).toMatchObject([{ link: 'https://a.example/4' }])
    expect(item(guid())).toMatchObject([{ link: 'https://a.example/4' }])
    expect(item(`${guid()}<link>https://a.example/5</link>`)).toMatchObject([{ link: 'https://a.example/5' }])
    expect(item(guid(' isPermaLink="false"'))).toEqual([undefined])
    // The feed's own address would complete it to an address of nothing.
    expect(item(guid('', 'post-4'))).toEqual([undefined])
    expect(item(guid('', 'javascript:alert(1)'))).toEqual([undefined])
  })

  test('shows no date where it names a day that never was', () => {
    expect(post('<pubDate>Tue, 31 Feb 2026 10:00:00 GMT</pubDate>')).toMatchObject({ pubDate: null })
  })

  test('may hold no posts', () => {
    expect(posts('<rss version="2.0"><channel><title>Blog</title></channel></rss>')).toEqual([])
  })
})

describe('a post', () => {
  test.each([
    ['<media:thumbnail url="https://a.example/t.png"/><description>&lt;img src="https://a.example/d.png">', 't.png'],
    ['<enclosure type="image/png" url="https://a.example/e.png"/><description>', 'e.png'],
    ['<media:group><media:content medium="image" url="https://a.example/m.png"/></media:group><description>', 'm.png'],
    [
      '<enclosure type="audio/mpeg" url="https://a.example/e.mp3"/><description>&lt;img src="//a.example/d.png">',
      'd.png',
    ],
    ['<description>&lt;img src="http://a.example/h.png">', 'h.png'],
  ])('has the image of its feed, else the first of its content, by https: %s', (inner, name) => {
    expect(post(`${inner}</description>`)?.thumbnail).toBe(`https://a.example/${name}`)
  })

  test('has no image where there is none but a counter of visitors', () => {
    const pixel = '&lt;img src="https://a.example/count" width="1" height="1">'
    expect(post(`<description>${pixel}</description>`)?.thumbnail).toBeNull()
  })

  test('is described by the text of its summary alone, without markup', () => {
    const html = '<style>p{}</style><p>One <b>bold</b>ly&nbsp;said,</p><p>two &lt;div&gt;</p><script>alert(1)</script>'
    expect(post(`<description><![CDATA[${html}]]></description>`)?.description).toBe('One boldly said, two <div>')
  })

  test.each([
    [blogDescriptionLengthMax, 'd'.repeat(blogDescriptionLengthMax)],
    [blogDescriptionLengthMax + 1, `${'d'.repeat(blogDescriptionLengthMax)}...`],
  ])('with a description of %i characters is described by at most 150 and an ellipsis', (length, expected) => {
    expect(post(`<description>${'d'.repeat(length)}</description>`)?.description).toBe(expected)
  })

  test('is cut between characters, not within one', () => {
    const { description = '' } = post(`<description>${'🩺'.repeat(200)}</description>`) ?? {}
    expect(description).toBe(`${'🩺'.repeat(150)}...`)
  })

  test.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [401, 3],
  ])('of %i words takes %i minutes to read', (words, expected) => {
    const content = `<p>${'word '.repeat(words)}</p>`
    expect(post(`<content:encoded><![CDATA[${content}]]></content:encoded>`)?.readingMinutes).toBe(expected)
  })
})
