/** Bundles the web app and lists the files that each page needs. */
import { createHash } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import { rendererFile } from '#server/http/pages/built-folder'
import { entryFile, viteConfig } from './vite-config.ts'

export interface Bundle {
  firstScript: string
  styles: readonly string[]
  fonts: readonly string[]
  script: string
  /** The chunks of a source file; throws an Error when the bundle has no such file. */
  chunksOf(file: string): readonly string[]
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
)

type Manifest = z.infer<typeof manifestSchema>

const onEveryPage =
  /node_modules\/(react|react-dom|scheduler|react-router|react-error-boundary|@tanstack\/[\w-]+(?!\S*(?:infiniteQueryObserver|mutationObserver|useInfiniteQuery|useMutation))|lucide-react\/dist\/esm\/\w+\.\w+)\/|web\/(frame|api)\/(?!PublicMenu|upload|session-memory)/

/** Modules that load together are one file: a dozen small ones compress worse, and browsers fetch six at a time. */
const groups = [
  { name: 'base', test: anyOf(onEveryPage, pieces('ui', ['LaterPart', 'copy-text']), icons(['check', 'stethoscope'])) },
  { name: 'form-state', test: /node_modules\/react-hook-form\// },
  { name: 'samples', test: pieces('ui', ['code', 'code-tokens', 'copy-button']) },
  { name: 'plain', test: pieces('ui', ['loading', 'format']) },
  {
    name: 'reference',
    test: anyOf(
      pieces('ui', ['CheckField']),
      pieces('api', ['session-memory']),
      pieces('account', ['use-refresh-usage']),
    ),
  },
  { name: 'marks', test: pieces('ui', ['Badge', 'Disclosure', 'text']) },
  { name: 'signs', test: icons(['circle-alert', 'circle-check']) },
  { name: 'prose', test: pieces('pages/documentation', ['pieces', 'prose']) },
  { name: 'fields', test: anyOf(pieces('ui', ['fields']), icons(['trash-2'])) },
  { name: 'outcomes', test: pieces('ui', ['placeholders']) },
  {
    name: 'requests',
    test: anyOf(pieces('ui', ['rows']), icons(['x'])),
  },
  {
    name: 'forms',
    test: anyOf(
      pieces('ui', ['alerts']),
      pieces('pages/account', ['account-page', 'carried']),
      pieces('account', ['field-rules']),
    ),
  },
  {
    name: 'signed-in',
    test: anyOf(
      pieces('ui', ['dialog-escape', 'Panel', 'LazyConfirmDialog']),
      pieces('account', ['contact-edits', 'EmailNotice', 'use-live-key']),
      pieces('pages/home', ['failures']),
      pieces('pages/portal', ['use-requests']),
      icons(['inbox', 'log-out', 'shield-check']),
      /contract\/(limits|verification-words)\./,
    ),
  },
  {
    name: 'documentation',
    test: anyOf(pieces('pages/documentation', ['sidebar', 'page-links', 'search']), pieces('ui', ['docs-layout'])),
  },
]

function anyOf(...tests: readonly RegExp[]): RegExp {
  return new RegExp(tests.map(({ source }) => source).join('|'))
}

function pieces(folder: string, names: readonly string[]): RegExp {
  return new RegExp(`web/${folder}/(${names.join('|')})\\.`)
}

function icons(names: readonly string[]): RegExp {
  return new RegExp(`lucide-react/dist/esm/icons/(${names.join('|')})\\.`)
}

export async function bundle(dir: string): Promise<Bundle> {
  await build({
    ...viteConfig,
    build: {
      outDir: dir,
      emptyOutDir: false,
      manifest: 'manifest.json',
      target: 'es2022',
      cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
      // The content security policy refuses data addresses.
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: entryFile,
        output: { codeSplitting: { groups } },
        treeshake: { propertyReadSideEffects: false },
      },
    },
  })
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')))
  await rm(join(dir, 'manifest.json'))
  const entry = partOf(manifest, entryFile)
  return {
    firstScript: await hashFirst(dir),
    styles: entry.css.map(address),
    fonts: entry.assets.filter((file) => file.endsWith('.woff2')).map(address),
    script: address(entry.file),
    chunksOf: (file) =>
      [...new Set([...staticFiles(manifest, entryFile), ...staticFiles(manifest, file)])].map(address),
  }
}

/** Other pages than those that it renders are left out: nothing asks for them. */
const otherPages =
  /\/pages\/(?!providers\/|not-found\/|explore\/words|home\/panels|documentation\/(?:contents|documentation))[\w-]+\/[\w-]+\.tsx?$/

/** Writes the program that renders pages on request into `dir`. */
export async function bundleRenderer(dir: string): Promise<void> {
  await build({
    ...viteConfig,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'web/build/render-provider.tsx',
      outDir: join(dir, dirname(rendererFile)),
      emptyOutDir: false,
      target: 'node20',
      reportCompressedSize: false,
      rolldownOptions: { external: otherPages, output: { entryFileNames: basename(rendererFile) } },
    },
  })
}

function address(file: string): string {
  return `/${file}`
}

function partOf(manifest: Manifest, name: string) {
  const part = manifest[name]
  if (part === undefined) throw new Error(`The bundle has no ${name}: a route names a file that it does not import`)
  return part
}

function staticFiles(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const { file, imports } = partOf(manifest, name)
  return [file, ...imports.flatMap((imported) => staticFiles(manifest, imported, seen))]
}

/** The script that runs before the first paint is outside the bundle; it gets a hashed name too. */
async function hashFirst(dir: string): Promise<string> {
  const text = await readFile(join(dir, 'before-paint.js'))
  const name = `assets/before-paint-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`
  await rename(join(dir, 'before-paint.js'), join(dir, name))
  return address(name)
}
