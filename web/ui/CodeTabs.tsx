import { useId, useState } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { CopyButton } from './CopyButton.tsx'

interface Sample {
  /** The language, as people call it. */
  name: string
  code: string
}

interface CodeTabsProps {
  /** What the code does. */
  label: string
  samples: readonly Sample[]
  isRevealed?: boolean
  /** The language that the visitor chose elsewhere, and what to do when they choose another one here. */
  chosen?: string | undefined
  onChoose?: (name: string) => void
}

/**
 * The same code in several languages, one of them shown. The languages are radio buttons: arrow keys choose among them without
 * any code of ours, and no page has to load a library for it.
 */
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
              className="relative flex min-h-10 cursor-pointer items-center border-b-2 border-transparent px-4 text-sm font-semibold text-code-comment hover:text-code-text has-checked:border-code-keyword has-checked:text-code-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-code-property"
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
        <CopyButton text={code} label="Copy" isOnCode />
      </div>
      <CodeBlock code={code} label={`${label}, ${language}`} isRevealed={isRevealed && isFirst} />
    </div>
  )
}
