/** Markdown to blocks, so that the browser needs no Markdown reader. */
import { marked, type Token, type Tokens } from 'marked'
import type { Block, Inline, TextBlock } from '../../pages/documentation/documentation.ts'

type CallBlock = Extract<Block, { kind: 'call' }>

/** A call of the API in a guide's Markdown: the language `call` with the endpoint's name. */
export const callFence = /^```call\n(\w+)\n```$/gm

/** The blocks of a text without its first heading, which is the page's title. `call` makes the block of an endpoint. */
export function blocksOf(markdown: string, call: (name: string) => CallBlock): Block[] {
  return marked.lexer(markdown).flatMap((token): Block[] => {
    // The lexer answers its own tokens and no others, since no extension is installed.
    const known = token as Tokens.Generic & Token
    switch (known.type) {
      case 'heading':
        if (known.depth === 1) return []
        return [{ kind: 'heading', level: known.depth === 2 ? 2 : 3, id: idOf(known.text), text: known.text }]
      case 'paragraph':
        return [{ kind: 'paragraph', inlines: inlinesOf(known.text) }]
      case 'list':
        return [{ kind: 'list', isOrdered: known.ordered === true, items: textsOf(known.items) }]
      case 'table':
        return [{ kind: 'table', head: textsOf(known.header), rows: known.rows.map(textsOf) }]
      case 'code':
        return [known.lang === 'call' ? call(known.text) : { kind: 'code', code: known.text }]
      case 'space':
        return []
      default:
        throw new Error(`A guide of the documentation has ${known.type}, which its pages cannot show: ${known.raw}`)
    }
  })
}

/** The same of a text without samples. */
export function textBlocksOf(markdown: string): TextBlock[] {
  const noCall = (name: string): never => {
    throw new Error(`A page of text names the call ${name}`)
  }
  return blocksOf(markdown, noCall).map((block) => {
    if (block.kind === 'code' || block.kind === 'call') throw new Error('A page of text has a sample')
    return block
  })
}

export function idOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function textsOf(texts: readonly { text: string }[]): Inline[][] {
  return texts.map(({ text }) => inlinesOf(text))
}

function inlinesOf(markdown: string): Inline[] {
  return marked.Lexer.lexInline(markdown).map((token): Inline => {
    switch (token.type) {
      case 'codespan':
        return { kind: 'code', text: token.text }
      case 'em':
      case 'strong':
        return { kind: 'strong', text: token.text }
      case 'link':
        return { kind: 'link', text: token.text, address: token.href }
      default:
        return { kind: 'text', text: token.raw.replaceAll('\n', ' ') }
    }
  })
}
