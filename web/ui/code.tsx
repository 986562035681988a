import { type ReactNode, useId, useState } from 'react'
import { classes } from './classes.ts'
import { type TokenKind, tokensOf } from './code-tokens.ts'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  label: string
  isRevealed?: boolean
}

const colors: Record<TokenKind, string> = {
  plain: '',
  comment: 'text-code-comment',
  string: 'text-code-string',
  number: 'text-code-number',
  keyword: 'text-code-keyword',
  property: 'text-code-property',
}

/** Long lines wrap; copied, they are one line. */
function CodeBlock({ code, label, isRevealed = false }: CodeBlockProps) {
  return (
    <section aria-label={label} className="bg-code p-4 font-mono text-sm text-code-text">
      <pre className={classes('leading-5 whitespace-pre-wrap wrap-anywhere', isRevealed && 'animate-reveal')}>
        <code>
          {tokensOf(code).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one code never change places.
            <span key={index} className={colors[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}

interface CodeTabsProps {
  label: string
  samples: readonly { name: string; code: string }[]
  isRevealed?: boolean
  chosen?: string | undefined
  onChoose?: (name: string) => void
}

/** The same code in several languages. They are radio buttons, so that arrow keys work without code. */
export function CodeTabs({ label, samples, isRevealed = false, chosen, onChoose }: CodeTabsProps) {
  const group = useId()
  const [own, setOwn] = useState(samples[0]?.name ?? '')
  const language = samples.find(({ name }) => name === chosen)?.name ?? own
  const [isFirst, setFirst] = useState(true)
  const code = samples.find(({ name }) => name === language)?.code ?? ''
  return (
    <div className="bg-code">
      <div className="flex items-center justify-between gap-2 border-b border-code-comment/40 pr-1">
        <fieldset className="flex min-w-0 overflow-x-auto">
          <legend className="sr-only">{label}: language</legend>
          {samples.map(({ name }) => (
            <label
              key={name}
              className="relative flex min-h-10 cursor-pointer items-center border-b-2 border-transparent px-2 text-sm font-semibold text-code-comment hover:text-code-text has-checked:border-code-keyword has-checked:text-code-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-code-property sm:px-4"
            >
              <input
                type="radio"
                name={group}
                checked={name === language}
                onChange={() => {
                  setOwn(name)
                  onChoose?.(name)
                  setFirst(false)
                }}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {name}
            </label>
          ))}
        </fieldset>
        <CopyButton text={code} label="Copy" look="tabs" />
      </div>
      <CodeBlock code={code} label={`${label}, ${language}`} isRevealed={isRevealed && isFirst} />
    </div>
  )
}

type CodeSheetProps = { children: ReactNode } | { title: string; code: string; label: string }

export function CodeSheet(props: CodeSheetProps) {
  return (
    <div className="min-w-0 shrink-0 overflow-hidden rounded-panel border border-border bg-code">
      {'children' in props ? (
        props.children
      ) : (
        <>
          <div className="flex min-h-10 items-center justify-between gap-2 border-b border-code-comment/40 pr-1 pl-4 font-mono text-xs text-code-comment">
            {props.title}
            <CopyButton text={props.code} label="Copy" look="code" />
          </div>
          <CodeBlock code={props.code} label={props.label} />
        </>
      )}
    </div>
  )
}
