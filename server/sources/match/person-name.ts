/** Names of persons as lists write them: nicknames, hyphens, particles, suffixes, transposed, cut by a column. */
import { isParticle, queryWords } from '#registry/search/words'
import { credentialLikeness } from '#registry/vocabulary/credentials'
import nicknameTable from '../../../registry/vocabulary/nicknames.json' with { type: 'json' }
import type { PersonName } from '../source-list.ts'

export type LastAgreement = 'same' | 'particle' | 'part' | 'cut' | 'differs'
export type FirstAgreement = 'same' | 'initial' | 'nickname' | 'cut' | 'missing' | 'differs'

export interface NameAgreement {
  last: LastAgreement
  first: FirstAgreement
  isTransposed: boolean
  /** Found under another name on file of one of them, such as a former one. */
  isOtherName: boolean
  middleDiffers: boolean
  suffixDiffers: boolean
}

/** Folded words. */
interface Words {
  last: readonly string[]
  first: readonly string[]
  /** First and middle names. */
  given: readonly string[]
  suffix: string | undefined
}

/** LEIE cuts first names at 15 characters, of which folding drops punctuation: "Willie M. (Star". */
const cutLengthMin = 12
const nameLengthMax = 200

const suffixes: ReadonlyMap<string, string> = new Map(
  ['jr junior', 'sr senior', 'ii 2nd', 'iii 3rd', 'iv 4th'].flatMap((same) =>
    same.split(' ').map((word) => [word, same]),
  ),
)
const nicknames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(nicknameTable.names).map(([name, list]) => [name, list.replaceAll('.', '').split(' ')]),
)

/** Of all names of the one and all of the other those that agree best; undefined where one has no last name. */
export function compareNames(names: readonly PersonName[], others: readonly PersonName[]): NameAgreement | undefined {
  const [ones, seconds] = [names, others].map((all) => all.map(wordsOf).filter(({ last }) => last.length > 0))
  let best: NameAgreement | undefined
  for (const one of ones) {
    for (const other of seconds) {
      const agreement = compare(one, other)
      if (best !== undefined && rank(agreement) <= rank(best)) continue
      best = { ...agreement, isOtherName: one !== ones[0] || other !== seconds[0] }
    }
  }
  return best
}

export function hasName(names: readonly PersonName[]): boolean {
  return names.some((name) => wordsOf(name).last.length > 0)
}

/** The names, and each with a nickname of its first name, or what that is a nickname of, in its place. */
export function withNicknames(names: readonly PersonName[]): PersonName[] {
  return names.flatMap((name) => {
    const [word = ''] = queryWords(name.first.slice(0, nameLengthMax))
    const formal = [...nicknames].flatMap(([each, shorts]) => (shorts.includes(word) ? [each] : []))
    const alike = new Set([...(nicknames.get(word) ?? []), ...formal])
    return [name, ...Array.from(alike, (first) => ({ ...name, first }))]
  })
}

export function lastAgrees({ last }: NameAgreement): boolean {
  return last !== 'differs'
}

export function firstAgrees({ first }: NameAgreement): boolean {
  return first !== 'differs' && first !== 'missing'
}

function rank(agreement: NameAgreement): number {
  const { middleDiffers, suffixDiffers } = agreement
  const parts = [lastAgrees(agreement), firstAgrees(agreement), !suffixDiffers, !middleDiffers]
  return parts.reduce((sum, agrees) => sum * 2 + Number(agrees), 0)
}

function wordsOf({ last, first, middle, suffix }: PersonName): Words {
  const found: string[] = []
  const namesIn = (text: string, keepMin: number): string[] => {
    const words = queryWords(text.slice(0, nameLengthMax))
    while (words.length > keepMin) {
      const ending = words[words.length - 1] ?? ''
      const known = suffixes.get(ending)
      if (known !== undefined) found.push(known)
      else if (keepMin === 0 || credentialLikeness(ending) !== 'surely') break
      words.pop()
    }
    return words
  }
  const firsts = namesIn(first, 1)
  const given = [...firsts, ...namesIn(middle, 0)]
  namesIn(suffix, 0)
  return { last: namesIn(last, 1), first: firsts, given, suffix: found[0] }
}

function compare(one: Words, other: Words): NameAgreement {
  const [last, first] = [compareLast(one, other), compareFirst(one, other)]
  const isAlike = last !== 'differs' && first !== 'differs'
  const isTransposed = !isAlike && (agreesTransposed(one, other) || agreesTransposed(other, one))
  return {
    last: isTransposed ? 'same' : last,
    first: isTransposed ? 'same' : first,
    isTransposed,
    isOtherName: false,
    middleDiffers: !isTransposed && middleDiffers(one.given.slice(1), other.given.slice(1)),
    suffixDiffers: one.suffix !== undefined && other.suffix !== undefined && one.suffix !== other.suffix,
  }
}

function agreesTransposed(one: Words, { last, first, suffix }: Words): boolean {
  if (first.length === 0) return false
  const swapped = { last: first, first: last, given: last, suffix }
  return compareLast(one, swapped) !== 'differs' && ['same', 'nickname', 'cut'].includes(compareFirst(one, swapped))
}

function compareLast(one: Words, other: Words): LastAgreement {
  if (joined(one.last) === joined(other.last)) return 'same'
  if (withoutParticles(one.last) === withoutParticles(other.last)) return 'particle'
  if (isPartOf(one.last, other.last) || isPartOf(other.last, one.last)) return 'part'
  if (joined([...one.last].sort()) === joined([...other.last].sort())) return 'part'
  return isCut(one.last, other.last) || isCut(other.last, one.last) ? 'cut' : 'differs'
}

/** Smith or Jones of Smith-Jones; Cruz of De la Cruz Lopez. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  const name = withoutParticles(part)
  if (name.length < 2 || part.every(isParticle)) return false
  return whole.some(
    (_, at) => at > 0 && [whole.slice(0, at), whole.slice(at)].some((piece) => withoutParticles(piece) === name),
  )
}

function compareFirst(one: Words, other: Words): FirstAgreement {
  const [name, second] = [joined(one.first), joined(other.first)]
  if (name === '' || second === '') return 'missing'
  if (begins(one.given, second) || begins(other.given, name)) return 'same'
  if (isCut(one.first, other.first) || isCut(other.first, one.first)) return 'cut'
  const [word = '', secondWord = ''] = [one.first[0], other.first[0]]
  if (word.charAt(0) === secondWord.charAt(0) && Math.min(word.length, secondWord.length) === 1) return 'initial'
  const isAlike = [word, name].some((each) => [secondWord, second].some((its) => isNickname(each, its)))
  return isAlike ? 'nickname' : 'differs'
}

/** Whether the first of the words, or the first few joined, are the name: Mary, Mary Ann and Maryann. */
function begins(words: readonly string[], name: string): boolean {
  return words.some((_, at) => joined(words.slice(0, at + 1)) === name)
}

function isNickname(one: string, other: string): boolean {
  const isOf = (short: string, name: string) => nicknames.get(name)?.includes(short) === true
  return isOf(one, other) || isOf(other, one)
}

function isCut(short: readonly string[], long: readonly string[]): boolean {
  return short.join(' ').length >= cutLengthMin && joined(long).startsWith(joined(short))
}

function middleDiffers(ones: readonly string[], others: readonly string[]): boolean {
  const agree = (one: string) => others.some((other) => one.startsWith(other) || other.startsWith(one))
  return ones.length > 0 && others.length > 0 && !ones.some(agree)
}

function withoutParticles(words: readonly string[]): string {
  return joined(words.filter((word) => !isParticle(word))) || joined(words)
}

function joined(words: readonly string[]): string {
  return words.join('')
}
