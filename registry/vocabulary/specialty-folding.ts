/** Folds words for fields of care so that different ways to write the same one are equal: cardiologists, Cardiology. */
import { withoutIgnorable } from '../search/words.ts'

/** The words of a text, folded, without those that carry no meaning. */
export function foldPhrase(text: string): string[] {
  return plainWords(text).map(foldWord)
}

/** The same with every word as it is written, but for case, marks and signs. */
export function plainWords(text: string): string[] {
  return withoutIgnorable(text)
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !emptyWords.has(word))
}

/**
 * A phrase without words for "someone who treats" around it: heart doctor, skin specialist, but physician assistant.
 */
export function withoutFillers(phrase: readonly string[]): string[] {
  const isMeant = (word: string) => !fillers.has(word)
  return phrase.slice(Math.max(0, phrase.findIndex(isMeant)), phrase.findLastIndex(isMeant) + 1)
}

/** The phrase as a key: without spaces, so that "ob gyn" and "obgyn" are one. */
export const joinedKey = (phrase: readonly string[]): string => phrase.join('')

const emptyWords = new Set(['a', 'an', 'and', 'the', 'of', 'for', 'in', 'with', 'to', 'my', 's'])

/** Folded, as they come out of `foldPhrase`. */
const fillers = new Set([
  'doctor',
  'doc',
  'dr',
  'physic',
  'md',
  'do',
  'specialist',
  'provider',
  'specialty',
  'practice',
])

/** Endings by which a person, a field and an adjective differ, each with what stands for all of them. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/wives$/, 'wife'],
  [/ies$/, 'y'],
  [/(?<!^physi)([^s])s$/, '$1'],
  [/^women$/, 'woman'],
  [/^children$/, 'child'],
  [/paed/, 'ped'],
  [/gynaec/, 'gynec'],
  [/anaesth/, 'anesth'],
  [/haemat/, 'hemat'],
  [/oesoph/, 'esoph'],
  [/(counsel)l(or|ing)$/, '$1$2'],
  [/ologist$|ological$|ologic$/, 'ology'],
  [/(iatr|metr)(ist|ic)$/, '$1y'],
  [/odontist$|odontia$/, 'odontic'],
  [/ician$/, 'ic'],
  [/therapist$/, 'therapy'],
  [/surgeon$|surgical$/, 'surgery'],
  [/chiropractor$/, 'chiropractic'],
]

function foldWord(word: string): string {
  return endings.reduce((folded, [ending, replacement]) => folded.replace(ending, replacement), word)
}
