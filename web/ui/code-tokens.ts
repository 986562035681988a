/** One set of rules colors all sample languages. Libraries for this produce HTML text, which the policy refuses. */
export type TokenKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'property'

export interface CodeToken {
  kind: TokenKind
  text: string
}

const keywords =
  'async await break case catch class const continue curl def defer elif else except export finally for foreach from func function go if import in interface let map new nil None null package pass public raise range return static struct switch throw true True false False try type use var while with yield echo require php'

const rules = [
  ['comment', /(?:(?<!:)\/\/|#(?![{[]))[^\n]*|\/\*[\s\S]*?\*\//],
  ['property', /"(?:[^"\\\n]|\\.)*"(?=\s*:)|'(?:[^'\\\n]|\\.)*'(?=\s*(?::|=>))|\b[A-Za-z_]\w*(?=:\s)/],
  ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/],
  ['number', /-?\b\d+(?:\.\d+)?\b/],
  ['keyword', new RegExp(`(?<![\\w$.-])(?:${keywords.split(' ').join('|')})(?![\\w-])`)],
] as const satisfies [Exclude<TokenKind, 'plain'>, RegExp][]

/** In order; joined they are the code again. */
export function tokensOf(code: string): CodeToken[] {
  const anyRule = new RegExp(rules.map(([kind, rule]) => `(?<${kind}>${rule.source})`).join('|'), 'g')
  const tokens: CodeToken[] = []
  let end = 0
  for (const found of code.matchAll(anyRule)) {
    if (found.index > end) tokens.push({ kind: 'plain', text: code.slice(end, found.index) })
    const kind = rules.map(([name]) => name).find((name) => found.groups?.[name] !== undefined) ?? 'plain'
    tokens.push({ kind, text: found[0] })
    end = found.index + found[0].length
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) })
  return tokens
}
