import { fileURLToPath, pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { defaultOrigin } from '#contract/product'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The key of the browser's program in the manifest. */
export const entryFile = 'web/main.tsx'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Modules in `contents` reach the browser as plain data, without the contract's schemas, in dev too. In their samples
 * the browser puts the server's address, as the document has it: scripts keep their bytes (server/http/pages).
 */
const plainData: Plugin = {
  name: 'plain-data',
  enforce: 'pre',
  async load(file) {
    if (!/\/web\/pages\/(documentation|trust)\/contents\/[\w-]+\.ts$/.test(file)) return null
    const exported = Object.entries(await import(pathToFileURL(file).href))
    return exported.map(([name, value]) => `export const ${name} = ${withOrigin(JSON.stringify(value))}`).join('\n')
  },
}

function withOrigin(json: string): string {
  return json.replaceAll(defaultOrigin, `" + document.documentElement.dataset.origin + "`)
}

/**
 * Without the names that react-router gives its components for developer tools: writing one is an effect, for which the
 * bundle would keep components that no page uses (forms, scroll restoration, server rendering). And without what links
 * prefetch in its framework mode.
 */
const lighterRouter: Plugin = {
  name: 'lighter-router',
  transform(code, file) {
    if (!file.includes('/react-router/dist/production/')) return null
    const unnamed = code
      .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
      .replace(/return shouldPrefetch && .* : link;$/m, 'return link;')
    return {
      code: unnamed.replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }
  },
}

/** Imports load one file: pages name what they need, and Vite's helper, which preloads more, is on every page. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (file) => (file === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
}

export const viteConfig = {
  configFile: false,
  root,
  publicDir: 'web/public',
  plugins: [plainData, plainImports, lighterRouter, react(), tailwindcss()],
  resolve: {
    alias: [
      // The package resolves to its development build under every condition.
      { find: /^react-router$/, replacement: here('../../node_modules/react-router/dist/production/index.mjs') },
      // The package writes a style element, which the content security policy refuses.
      { find: 'react-style-singleton', replacement: here('../ui/style-singleton.ts') },
    ],
  },
  logLevel: 'warn',
} as const satisfies InlineConfig
