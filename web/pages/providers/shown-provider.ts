import { type ProviderPage, providerElementId, providerTitle } from '#contract/provider-page'

let shown: ProviderPage | undefined

/** For the server, before it renders the page. */
export function showProvider(page: ProviderPage): void {
  shown = page
}

/** Undefined in a document that is of another page. */
export function shownProvider(): ProviderPage | undefined {
  if (typeof document !== 'undefined') shown ??= providerIn(document.getElementById(providerElementId)?.textContent)
  return shown
}

export function shownTitle(): string {
  const page = shownProvider()
  return page === undefined ? 'Page not found' : providerTitle(page)
}

function providerIn(text: string | null | undefined): ProviderPage | undefined {
  // The server that rendered this page wrote it from the same contract.
  return text ? (JSON.parse(text) as ProviderPage) : undefined
}
