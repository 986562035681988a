/**
 * An address in parts; undefined for a text that is none. `URL.parse` and `URL.canParse` tell the same in one call, but browsers that
 * the bundle is made for (web/build/bundle.ts) lack them.
 */
export function readAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
