import { CodeBlock, CodeTabs } from '../../ui/code.tsx'

interface SampleSheetProps {
  label: string
  samples: readonly { name: string; code: string }[]
  answer: string
  status: string
}

export function SampleSheet({ label, samples, answer, status }: SampleSheetProps) {
  return (
    <div className="min-w-0 overflow-hidden rounded-panel border border-border bg-code">
      <CodeTabs label={label} samples={samples} isRevealed />
      <p className="flex items-center gap-2 border-y border-code-comment/40 px-4 py-2 font-mono text-xs text-code-comment">
        <span aria-hidden="true" className="h-3 w-1 bg-code-string" />
        {status}
      </p>
      <CodeBlock code={answer} label={`${label}: the answer`} />
    </div>
  )
}
