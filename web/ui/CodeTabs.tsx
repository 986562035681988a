import { Tabs } from 'radix-ui'
import { useState } from 'react'
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
}

/** The same code in several languages, one of them shown. */
export function CodeTabs({ label, samples, isRevealed = false }: CodeTabsProps) {
  const [language, setLanguage] = useState(samples[0]?.name ?? '')
  const [isFirst, setFirst] = useState(true)
  const code = samples.find(({ name }) => name === language)?.code ?? ''
  return (
    <Tabs.Root
      value={language}
      onValueChange={(name) => {
        setLanguage(name)
        setFirst(false)
      }}
      className="overflow-hidden bg-code"
    >
      <div className="flex items-center justify-between gap-2 border-b border-code-comment/40 pr-1">
        <Tabs.List aria-label={`${label}: language`} className="flex overflow-x-auto">
          {samples.map(({ name }) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="min-h-10 border-b-2 border-transparent px-4 text-sm font-semibold text-code-comment -outline-offset-2! hover:text-code-text data-[state=active]:border-code-keyword data-[state=active]:text-code-text"
            >
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <CopyButton text={code} label="Copy" isOnCode />
      </div>
      {samples.map(({ name, code: text }) => (
        <Tabs.Content key={name} value={name} tabIndex={-1}>
          <CodeBlock code={text} label={`${label}, ${name}`} isRevealed={isRevealed && isFirst} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
