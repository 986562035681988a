import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { createQueryClient } from '../api/queries.ts'
import { App } from '../frame/App.tsx'

/** The content of the page at an address, whose code and contents are loaded. */
export function htmlAt(address: string): string {
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <App queryClient={createQueryClient()} />
      </StaticRouter>
    </StrictMode>,
  )
  // The content security policy refuses inline styles; in the browser, libraries set theirs through the DOM.
  return html.replace(/ style="[^"]*"/g, '')
}
