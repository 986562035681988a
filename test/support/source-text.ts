/**
 * TypeScript source with only its code left: comments, the contents of strings and templates, and regular expressions
 * become blanks, each character by one, so that lines and positions stay those of the source. Enough for rules that
 * look for words; it is no parser, and takes a slash for a division only behind a value.
 */

/** The code of a source file. */
export function codeOf(text: string): string {
  const scanner = { text, at: 0, code: '' }
  scanCode(scanner, false)
  return scanner.code
}

interface Scanner {
  text: string
  at: number
  code: string
}

/** Reads code to the end, or to the brace that ends a part of a template. */
function scanCode(scanner: Scanner, isInTemplate: boolean): void {
  const { text } = scanner
  let depth = 0
  while (scanner.at < text.length) {
    const character = text.charAt(scanner.at)
    const two = text.slice(scanner.at, scanner.at + 2)
    if (isInTemplate && character === '}' && depth === 0) return
    if (character === '{') depth++
    if (character === '}') depth--
    if (two === '//') blank(scanner, /\/\/[^\n]*/y)
    else if (two === '/*') blank(scanner, /\/\*[\s\S]*?\*\//y)
    else if (character === "'") blankInside(scanner, /'(?:[^'\\\n]|\\[\s\S])*'/y)
    else if (character === '"') blankInside(scanner, /"(?:[^"\\\n]|\\[\s\S])*"/y)
    else if (character === '`') scanTemplate(scanner)
    else if (character === '/' && !isBehindValue(scanner.code)) {
      blankInside(scanner, /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y)
    } else keep(scanner, 1)
  }
}

function scanTemplate(scanner: Scanner): void {
  keep(scanner, 1)
  for (;;) {
    blank(scanner, /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y)
    if (scanner.text.charAt(scanner.at) !== '$') break
    keep(scanner, 2)
    scanCode(scanner, true)
    keep(scanner, 1)
  }
  keep(scanner, 1)
}

function keep(scanner: Scanner, length: number): void {
  scanner.code += scanner.text.slice(scanner.at, scanner.at + length)
  scanner.at += length
}

function blank(scanner: Scanner, pattern: RegExp): void {
  const found = match(scanner, pattern)
  scanner.code += blanks(found)
  scanner.at += found.length
}

function blankInside(scanner: Scanner, pattern: RegExp): void {
  const found = match(scanner, pattern)
  scanner.code += found.charAt(0) + blanks(found.slice(1, -1)) + found.slice(1).slice(-1)
  scanner.at += found.length
}

/** What the pattern finds here, or this one character. */
function match({ text, at }: Scanner, pattern: RegExp): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? text.charAt(at)
}

const blanks = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Whether a slash here divides: behind a name that is no keyword, a number, a closing bracket or the end of a text. */
function isBehindValue(code: string): boolean {
  const [, before = ''] = /(\w+|[)\]'"`])\s*$/.exec(code.slice(-40)) ?? []
  return before !== '' && !/^(return|typeof|case|in|of|await|yield|void|delete)$/.test(before)
}
