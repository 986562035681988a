/** The program with which the server renders pages of providers, as the browser then takes them over. */
import { type ProviderPage, providerPagePath } from '#contract/provider-page'
import { loadPage } from '../frame/page.ts'
import { showProvider } from '../pages/providers/shown-provider.ts'
import { pages } from '../routes.ts'
import { htmlAt } from './html-at.tsx'

/** The content of the page at an address, as HTML. */
export async function renderProvider(shown: ProviderPage, address: string): Promise<string> {
  const page = pages.find(({ path }) => path === providerPagePath)
  if (page === undefined) throw new Error(`There is no page ${providerPagePath}`)
  await loadPage(page, address)
  showProvider(shown)
  return htmlAt(address)
}
