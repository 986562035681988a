/** The name of a session in the list: browser and system, from the User-Agent header. */

/** The first match counts: most browsers also name those they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Such as "Firefox on Windows"; null where neither is known. Nothing of the header is stored. */
export function browserName(userAgent: string | undefined): string | null {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system ?? null)
}
