import { CodeSheet, CodeTabs } from '../../ui/code.tsx'

interface SampleSheetProps {
  label: string
  samples: readonly { name: string; code: string }[]
  response: string
  status: string
}

/** A sample, and what it returns. */
export function SampleSheet({ label, samples, response, status }: SampleSheetProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CodeSheet>
        <CodeTabs label={label} samples={samples} isRevealed />
      </CodeSheet>
      <CodeSheet title={status} code={response} label={`${label}: the response`} />
    </div>
  )
}
