/** How an API key is shown to whoever may stand behind its owner. */

/** Characters in the clear (specification, section 9): enough to tell one key from another. */
const visibleCharacters = 10

/** The key with its first characters, and a dot for each other one. */
export function maskedKey(apiKey: string): string {
  return visiblePart(apiKey) + '•'.repeat(Math.max(0, apiKey.length - visibleCharacters))
}

/** The characters that are shown. */
export function visiblePart(apiKey: string): string {
  return apiKey.slice(0, visibleCharacters)
}
