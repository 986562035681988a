/** `npm run dev`: the server, restarted on change, and Vite, which serves the web app and passes the rest on to it. */
import { spawn } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { createServer, type Plugin } from 'vite'
import { productName } from '#contract/product'
import { loadSettings } from '#server/settings'
import { entryFile, viteConfig } from '../vite-config.ts'

const devPort = 5173

const { port } = loadSettings()
const server = spawn(process.execPath, [...serverCommand()], { stdio: 'inherit' })
const vite = await createServer({
  ...viteConfig,
  plugins: [...viteConfig.plugins, documents()],
  appType: 'custom',
  server: {
    port: devPort,
    proxy: {
      '/': { target: `http://localhost:${port}`, bypass: (request) => (isOwn(request) ? request.url : undefined) },
    },
  },
})
await vite.listen()
process.stdout.write(`The web app, reloading on change: ${vite.resolvedUrls?.local[0] ?? ''}\n`)

const end = async () => {
  server.kill('SIGTERM')
  await vite.close()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
server.once('exit', end)

function serverCommand(): string[] {
  return [
    '--import',
    import.meta.resolve('tsx'),
    '--watch-path=server',
    '--watch-path=contract',
    '--watch-path=registry',
    '--watch-preserve-output',
    'server/main.ts',
  ]
}

function isOwn({ url = '/', headers, method }: IncomingMessage): boolean {
  if (method !== 'GET') return false
  return (
    (headers.accept ?? '').includes('text/html') ||
    /^\/(@|web\/|node_modules\/|contract\/|before-paint\.js|favicon\.svg)/.test(url)
  )
}

function documents(): Plugin {
  return {
    name: 'documents',
    configureServer(dev) {
      return () => {
        dev.middlewares.use(async (request, reply) => {
          const html = `<!doctype html><html lang="en" data-origin="http://localhost:${port}"><head><title>${productName}</title><script src="/before-paint.js"></script></head><body><div id="root"></div><script type="module" src="/${entryFile}"></script></body></html>`
          reply.setHeader('content-type', 'text/html; charset=utf-8')
          reply.end(await dev.transformIndexHtml(request.url ?? '/', html))
        })
      }
    },
  }
}
