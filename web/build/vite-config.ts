/** How Vite bundles the web app, for the build and for the server of `npm run dev`. */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { plainData } from './plain-data.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The program of the browser, by which Vite's manifest names it too. */
export const entryFile = 'web/main.tsx'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const viteConfig = {
  configFile: false,
  root,
  publicDir: 'web/public',
  plugins: [plainData(), react(), tailwindcss()],
  resolve: {
    alias: [
      // Its package names the build for development under every condition; the other is half a kilobyte less.
      { find: /^react-router$/, replacement: here('../../node_modules/react-router/dist/production/index.mjs') },
      // The scroll lock of dialogs writes a style element, which the content security policy refuses.
      { find: 'react-style-singleton', replacement: here('../ui/style-singleton.ts') },
    ],
  },
  logLevel: 'warn',
} as const satisfies InlineConfig
