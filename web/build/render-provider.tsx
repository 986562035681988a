/** The program with which the server renders pages of providers, as the browser then takes them over. */
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { type ProviderPage, providerPagePath } from '#contract/provider-page'
import { createQueryClient } from '../api/queries.ts'
import { App } from '../frame/App.tsx'
import { loadPage } from '../frame/page.ts'
import { showProvider } from '../pages/providers/shown-provider.ts'
import { pages } from '../routes.ts'

/** The content of the page at an address, as HTML. */
export async function renderProvider(shown: ProviderPage, address: string): Promise<string> {
  const page = pages.find(({ path }) => path === providerPagePath)
  if (page === undefined) throw new Error(`There is no page ${providerPagePath}`)
  await loadPage(page, address)
  showProvider(shown)
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <App queryClient={createQueryClient()} />
      </StaticRouter>
    </StrictMode>,
  )
  // As write-pages.tsx does.
  return html.replace(/ style="[^"]*"/g, '')
}
