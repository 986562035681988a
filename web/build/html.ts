/** The HTML document around a page. */
import { defaultOrigin, productName, productSentence } from '#contract/product'
import { tokenKeys } from '../api/tokens.ts'
import type { Bundle } from './bundle.ts'

interface Document {
  title: string
  description: string | undefined
  /** The address of its twin in Markdown. */
  markdown: string | undefined
  /** The path of the page in the route table, by which the browser knows whether this is the page that it would make. */
  path: string
  /** Whether the policy it comes with allows images of other hosts. */
  hasForeignImages: boolean
  /** The HTML of the page, or nothing when the browser has to make it. */
  content: string
  /** What it asks for at once, by its address. */
  calls: readonly string[]
  bundle: Bundle
  chunks: readonly string[]
}

/** Nothing in it is inline, so that the content security policy can refuse everything that is. */
export function htmlOf({
  title,
  description,
  markdown,
  path,
  hasForeignImages,
  content,
  calls,
  bundle,
  chunks,
}: Document): string {
  // A page that is written already is shown first: its scripts are asked for after its first paint, so that its styles and fonts
  // have the connection to themselves.
  const isWritten = content !== ''
  // A page that its scripts make has nothing to show until they are there: what it may need of code's font comes later.
  const fonts = isWritten ? bundle.fonts : bundle.fonts.slice(0, 1)
  const program = isWritten ? ` data-program="${[...new Set([bundle.script, ...chunks])].join(' ')}"` : ''
  const asked = calls.length > 0 ? ` data-calls="${calls.join(' ')}" data-tokens="${tokenKeys.join(' ')}"` : ''
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${text(`${title} · ${productName}`)}</title>`,
    `<meta name="description" content="${text(description ?? productSentence)}">`,
    description === undefined ? '<meta name="robots" content="noindex">' : '',
    markdown === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${markdown}">`,
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<script src="${bundle.firstScript}"${program}${asked}></script>`,
    ...bundle.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...(isWritten ? [] : chunks.map((file) => `<link rel="modulepreload" href="${file}">`)),
    isWritten ? '' : `<script type="module" src="${bundle.script}"></script>`,
  ]
  return [
    '<!doctype html>',
    `<html lang="en" data-origin="${defaultOrigin}">`,
    '<head>',
    ...head.filter((line) => line !== ''),
    '</head>',
    '<body>',
    `<div id="root" data-page="${text(path)}" data-images="${hasForeignImages ? 'anywhere' : 'own'}">${content}</div>`,
    `<noscript><p>${text(productName)} needs JavaScript for more than reading these pages; please switch it on.</p></noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
