/**
 * Rules of the code that can be read off one source file. Each answers what breaks it, for a list that ought to be
 * empty.
 */
import { basename } from 'node:path'
import { codeOf } from './source-text.ts'

interface Import {
  /** Own modules as paths from the root; others as they are named. */
  target: string
  isTypeOnly: boolean
  /** What is imported by name. */
  names: string[]
}

const computed = '(a computed name)'

/** Everything a file imports, whichever way: by name, for its effects, when it runs, or to export it again. */
export function importsOf(path: string, text: string): Import[] {
  const code = codeOf(text)
  const named = [...code.matchAll(/\b(?:import|export)\b(\s+type\b)?([^'"`=();]*?)\bfrom\s*'/g)].map((found) => ({
    target: targetAt(path, text, found.index + found[0].length),
    isTypeOnly: found[1] !== undefined,
    names: [...(found[2] ?? '').matchAll(/[\w$]+/g)].map(([name]) => name).filter((name) => name !== 'type'),
  }))
  const others = [...code.matchAll(/\bimport\s*(?:\(\s*)?(?:(['"`])|(?<=\(\s*)[^'"`\s])/g)].map((found) => ({
    target: found[1] === undefined ? computed : targetAt(path, text, found.index + found[0].length),
    isTypeOnly: false,
    names: [],
  }))
  return [...named, ...others]
}

function targetAt(path: string, text: string, start: number): string {
  const [target = ''] = /^[^'"`]*/.exec(text.slice(start)) ?? []
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? new URL(target, `file:///${path}`).pathname.slice(1) : target
}

/** Lines with an `as` that is neither `as const` nor a renaming, unless the line before explains it. */
export function typeEscapes(text: string, path = ''): string[] {
  const lines = text.split('\n')
  const code = codeOf(text)
  return withoutClauses(path.endsWith('.tsx') ? withoutWords(code) : code)
    .split('\n')
    .map((line, index) => ({ line, number: index + 1, before: lines[index - 1] ?? '' }))
    .filter(({ line, before }) => /\bas\s+(?!const\b)/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(before))
    .map(({ number }) => `${number}: ${lines[number - 1]?.trim()}`)
}

/** Statements of a module that do something as soon as it is imported. */
export function effectsOf(text: string): string[] {
  const declaration =
    /^(?:\s|$|[\])}>`]|import\b|(?:export )?(?:declare )?(?:const|let|type|interface|(?:async )?function|(?:abstract )?class)\b|export (?:type )?[{*])/
  const opening =
    /^(?:export )?(?:const|let) [^=]*=(?!.*=>).*\b(?:await\b|(?:spawn|exec|fetch|listen|connect|createServer|set(?:Timeout|Interval|Immediate)|(?:read|write|open|mkdir|rm|stat)\w*Sync|(?:open|start|follow)[A-Z]\w*)\()/
  return codeOf(text)
    .split('\n')
    .filter((line) => !declaration.test(line) || opening.test(line))
}

/** Whether a file only hands on what others export, or hands on everything another one exports. */
export function isBarrel(text: string): boolean {
  const code = codeOf(text)
  const handsOn = /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'"\n]*from\s*'|\bexport\s*\{/.test(code)
  return /\bexport\s+(?:type\s+)?\*/.test(code) || (handsOn && withoutClauses(code).trim() === '')
}

/** Names of functions that open a part, imported where parts are only used: they are opened in server/main.ts. */
export function openingsOf(path: string, text: string): string[] {
  const isOpener = basename(path) === 'main.ts' || path.startsWith('server/platform/')
  if (!path.startsWith('server/') || isOpener) return []
  return importsOf(path, text)
    .filter(({ target }) => /^(server\/platform\/|registry\/search\/(follow|open-registry))/.test(target))
    .flatMap(({ names }) => names.filter((name) => /^(open|start|follow)[A-Z]/.test(name)))
}

/**
 * Stores of other slices that a file of the server imports: a slice may call another slice's verbs, never its store.
 * Jobs work on the rows of every slice.
 */
export function foreignStoresOf(path: string, text: string): string[] {
  if (!path.startsWith('server/') || path.startsWith('server/jobs/')) return []
  return importsOf(path, text)
    .map(({ target }) => target)
    .filter(
      (target) => /^server\/(?!platform\/)(.*[/-])?store(\.ts)?$/.test(target) && sliceOf(target) !== sliceOf(path),
    )
}

/** Names of Node's modules that code of the browser imports. */
export function nodeImportsOf(path: string, text: string): string[] {
  return importsOf(path, text)
    .map(({ target }) => target)
    .filter((target) => target.startsWith('node:') || target.startsWith('server/'))
}

/** What React would put on the page unread, and the ways around it. */
export function rawMarkupOf(text: string): string[] {
  return codeOf(text).match(/\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML)\b/g) ?? []
}

/** What the type checker takes, but not every browser that web/build/bundle.ts names has. */
export function tooNewOf(text: string): string[] {
  const tooNew =
    /\bURL\.(?:canParse|parse)\b|\bAbortSignal\.any\b|\bPromise\.(?:try|withResolvers)\b|\b(?:Object|Map)\.groupBy\b|\b(?:Array\.fromAsync|Iterator\.from)\b|\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|checkVisibility)\b|\.(?:values|keys|entries)\(\)\s*\.\w+/g
  return codeOf(text).match(tooNew) ?? []
}

/** Looks that are not made of tokens: values in brackets, colors by number, inline styles. */
export function ownLooksOf(text: string): string[] {
  return text.match(/[\w:]-\[[^\]\s]*\]|#[0-9a-fA-F]{6}\b|\bstyle=\{/g) ?? []
}

/** `keys` of `server/keys/key-store.ts`. */
function sliceOf(path: string): string | undefined {
  return path.split('/')[1]
}

/** Code without the words that stand between the tags of JSX. */
function withoutWords(code: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ')
  return code.replace(/(?<=(?<!=)>)[^<>{}=;()]*(?=[<{])/g, blank).replace(/(?<=\})[^<>{}=;()]*(?=<)/g, blank)
}

/** Code without its imports and its lists of exports. */
function withoutClauses(code: string): string {
  const clause =
    /^(?:import\b[^'"`=();]*?(?:from\s*)?'[^']*'|export\s+(?:type\s+)?(?:\*[^'";]*|\{[^}]*\})(?:\s*from\s*'[^']*')?)/gm
  return code.replace(clause, (found) => found.replace(/[^\n]/g, ' '))
}
