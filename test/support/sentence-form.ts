/** What is the same in a sentence on each occasion: it with 0 in place of every number. */
export function formOf(sentence: string): string {
  return sentence.replace(/\d+/g, '0')
}
