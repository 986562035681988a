/**
 * How names and credentials are compared. The build and the search use these same functions, so that what is written is what
 * is looked for.
 */

/** Letters that Unicode does not take apart into a plain letter and a mark, as they are commonly written without them. */
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

/** The apostrophe and what is typed or printed in its place. */
const apostrophes = /['’‘‛`´ʼʹ′＇]/g
const word = /[\p{L}\p{N}]+/gu
const plainWord = /[a-z0-9]+/g
const isPlain = /^[\x20-\x7e]*$/

/**
 * The words a name on file is found by, each once: runs of letters and digits, folded. A word with an apostrophe counts whole
 * and in its parts, so that O'Brien is found by obrien, o'brien and brien.
 */
export function wordsOnFile(name: string): string[] {
  const folded = fold(name)
  const words = new Set(wordsIn(folded))
  if (folded.includes("'")) for (const whole of wordsIn(folded.replaceAll("'", ''))) words.add(whole)
  return [...words]
}

/**
 * The words that somebody looks for, without those that begin another one and so ask for nothing more. An apostrophe is
 * passed over: o'brien asks for obrien.
 */
export function wordsAsked(name: string): string[] {
  const words = [...new Set(wordsIn(fold(name).replaceAll("'", '')))]
  return words.filter((one) => !words.some((other) => other !== one && other.startsWith(one)))
}

/** The letters and digits of a credential, without case: M.D. and md are both MD. Empty when nothing is left. */
export function credentialForm(credential: string): string {
  return credential
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Without characters that are made to be passed over where they cannot be shown, such as a space of no width. */
export function withoutIgnorable(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
}

function wordsIn(folded: string): string[] {
  return folded.match(isPlain.test(folded) ? plainWord : word) ?? []
}

/** Lower case, without accents, with one kind of apostrophe. Names of plain ASCII, which nearly all are, take a short way. */
function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return text
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
}
