/**
 * Text out of HTML that somebody else wrote. The parser makes events, no tree, and knows no entities but those of HTML: nothing is
 * expanded, nothing is loaded, and how deep it is nested costs no stack.
 */
import { Parser } from 'htmlparser2'

interface PlainText {
  /** Without markup, its white space drawn together. */
  text: string
  /** Addresses of its images as they stand in it, but for those of a single pixel, which count visitors. */
  images: readonly string[]
}

/** What is deeper is left out: closing tags are looked for among those that are open. */
const depthMax = 200

/** Characters that are parsed before the depth is looked at. */
const chunkLength = 2_048

/** Their text is no text of the page. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title', 'head'])

/** They stand within a line, so that no space is where they begin and end. */
const inline = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))

/** Reads HTML, or text that happens to hold none. */
export function plainTextOf(html: string): PlainText {
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

/** Without what does not print but obeys: control characters, changes of the writing direction. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
