import type { ReactNode } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { CopyButton } from './CopyButton.tsx'

type CodeSheetProps = { children: ReactNode } | { title: string; code: string; label: string }

/** A framed sheet of code: under a title and with a button to copy it, or as whoever renders it has it. */
export function CodeSheet(props: CodeSheetProps) {
  return (
    <div className="min-w-0 shrink-0 overflow-hidden rounded-panel border border-border bg-code">
      {'children' in props ? (
        props.children
      ) : (
        <>
          <div className="flex min-h-10 items-center justify-between gap-2 border-b border-code-comment/40 pr-1 pl-4 font-mono text-xs text-code-comment">
            {props.title}
            <CopyButton text={props.code} label="Copy" isOnCode />
          </div>
          <CodeBlock code={props.code} label={props.label} />
        </>
      )}
    </div>
  )
}
