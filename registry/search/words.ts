/** How names and credentials are compared, by the build and the search alike. */

/** Letters that NFD does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
}
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Apostrophes and what stands for them: quotes, primes, and letters such as the ʻokina. */
const apostrophes = /['’‘‛‚`´ʹʻʼʽʾʿˈˊˋꞋꞌ՚׳′‵＇｀]/g
const chunk = /[\p{L}\p{N}']+/gu
const plainChunk = /[a-z0-9']+/g
const isPlain = /^[\x20-\x7e]*$/

/** In the index before neighboring words that count joined: whole, or by their beginning. */
export const joinedWholeMark = '\u0001'
export const joinedMark = '\u0002'

/** In the index behind a word that a name repeats, once for each earlier occurrence. */
export const repeatedMark = '\u0003'

/** In the index before the key of a whole field: last and first name of persons and officials, organizations' names. */
export const fieldMarks = { last: '\u0004', first: '\u0005', organization: '\u0006' } as const

export type NameField = keyof typeof fieldMarks

/** Longer keys are cut here, so that names that begin alike share one. */
export const fieldKeyMax = 14

/** Letters and digits, folded: O'Brien-Smith is obriensmith. */
export function fieldKey(text: string): string {
  return chunksIn(fold(text)).join('').replaceAll("'", '')
}

/** Whether names with other keys share the place of this one in the index. */
export function isKeyCut(text: string): boolean {
  return [...fieldKey(text)].length >= fieldKeyMax
}

/** O Brien, Mc Donald, De La Cruz. */
export const particles: ReadonlySet<string> = new Set(
  'o d mc mac fitz de la le du da di dos das del della van von der den ter st san santa el al bin abu'.split(' '),
)

export function isParticle(word: string): boolean {
  return particles.has(word)
}

/** Without letters in a row. */
const joinedMax = 4

export interface WordRow {
  readonly count: number
  lengthOf(place: number): number
  isParticle(place: number): boolean
}

/**
 * Runs of neighboring words that count joined: single letters in a row (U S), two longer words (Mary Ann), and
 * particles with the next word (O Brien, De La Cruz). A single letter beside a longer word is an initial.
 */
export function eachJoined(row: WordRow, visit: (from: number, to: number) => void): void {
  const { count } = row
  for (let from = 0; from + 1 < count; from++) {
    const isLetter = row.lengthOf(from) === 1
    if (isLetter && row.lengthOf(from + 1) === 1) {
      if (from > 0 && row.lengthOf(from - 1) === 1) continue
      let to = from + 2
      while (to < count && row.lengthOf(to) === 1) to++
      visit(from, to)
      continue
    }
    const startsName = row.isParticle(from)
    if (row.lengthOf(from + 1) > 1 && (!isLetter || startsName)) visit(from, from + 2)
    if (!startsName) continue
    for (let to = from + 3; to <= Math.min(count, from + joinedMax) && row.isParticle(to - 2); to++) {
      if (row.lengthOf(to - 1) > 1) visit(from, to)
    }
  }
}

function rowOf(words: readonly string[]): WordRow {
  return {
    count: words.length,
    lengthOf: (place) => words[place]?.length ?? 0,
    isParticle: (place) => isParticle(words[place] ?? ''),
  }
}

/**
 * The folded words of a name, and neighbors of a part joined, each once. A word with an apostrophe counts in its parts
 * and joined.
 */
export function indexTerms(parts: readonly string[]): string[] {
  const found = new Set<string>()
  const times = new Map<string, number>()
  for (const part of parts) {
    const wholes: string[] = []
    for (const one of chunksIn(fold(part))) {
      const words = one.split("'").filter((word) => word !== '')
      for (const word of words) {
        const before = times.get(word) ?? 0
        times.set(word, before + 1)
        found.add(word + repeatedMark.repeat(before))
      }
      const whole = words.join('')
      if (words.length > 1) found.add(joinedMark + whole)
      if (whole !== '') wholes.push(whole)
    }
    eachJoined(rowOf(wholes), (from, to) => {
      const mark = isParticle(wholes[from] ?? '') ? joinedMark : joinedWholeMark
      found.add(mark + wholes.slice(from, to).join(''))
    })
  }
  return [...found]
}

/** Apostrophes are dropped: o'brien is obrien. */
export function queryWords(name: string): string[] {
  return chunksIn(fold(name).replaceAll("'", ''))
}

/** The beginning of a word on file, or neighboring words that are joined on file. */
export interface QueryTerm {
  word: string
  isWhole: boolean
}

export const wordsReadMax = 8

/** As they are, and with neighbors joined where such a word is on file. */
export function readingsOf(words: readonly string[], isIndexed: (word: string) => boolean): QueryTerm[][] {
  const joinedFrom = new Map<number, number[]>()
  if (words.length <= wordsReadMax) {
    eachJoined(rowOf(words), (from, to) => {
      if (isIndexed(words.slice(from, to).join(''))) joinedFrom.set(from, [...(joinedFrom.get(from) ?? []), to])
    })
  }
  const readingsFrom = (from: number): QueryTerm[][] => {
    if (from >= words.length) return [[]]
    const plain = readingsFrom(from + 1).map((rest) => [{ word: words[from] ?? '', isWhole: false }, ...rest])
    const joined = (joinedFrom.get(from) ?? []).flatMap((to) =>
      readingsFrom(to).map((rest) => [{ word: words.slice(from, to).join(''), isWhole: true }, ...rest]),
    )
    return [...plain, ...joined]
  }
  return words.length > wordsReadMax ? [words.map((word) => ({ word, isWhole: false }))] : readingsFrom(0)
}

/** Letters and digits, without case: M.D. and md are MD. May be empty. */
export function credentialForm(credential: string): string {
  return withoutIgnorable(credential)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Without invisible characters, such as a zero-width space. */
export function withoutIgnorable(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
}

function chunksIn(folded: string): string[] {
  return folded.match(isPlain.test(folded) ? plainChunk : chunk) ?? []
}

/** Lower case, without accents, with one apostrophe. Plain ASCII takes a fast path. */
function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return (
    withoutIgnorable(text)
      .replace(apostrophes, "'")
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
      // NFD of ŉ is an apostrophe and a letter.
      .replace(apostrophes, "'")
  )
}
