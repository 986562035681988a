import { NoteBox } from '../../../ui/alerts.tsx'
import { CodeSheet } from '../../../ui/code.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { numberText } from '../../../ui/format.ts'
import { Figures } from '../../../ui/loading.tsx'
import { RuledTable } from '../pieces.tsx'
import { ProblemBox } from './pieces.tsx'
import type { TryAnswer } from './send-try.ts'

/** Characters that are shown: more makes a page slow, and the rest is a matter of the call itself. */
const shownMax = 60_000

/** What a try was answered: status, time and size, headers, and the body. */
export function TryAnswerView({ answer }: { answer: TryAnswer }) {
  const { status, ms, bytes, headers, text, error } = answer
  return (
    <section aria-label="Answer to your request" className="flex min-w-0 flex-col gap-3">
      {error === undefined ? <NoteBox>Answered with {status}.</NoteBox> : <ProblemBox>{error}</ProblemBox>}
      <Figures
        items={[
          { name: 'Status', value: String(status) },
          { name: 'Time', value: `${ms} ms` },
          { name: 'Size', value: sizeText(bytes) },
        ]}
      />
      {headers.length > 0 && (
        <Disclosure summary={`Headers (${headers.length})`}>
          <RuledTable
            label="Headers of the answer to your request"
            head={['Header', 'Value']}
            rows={headers.map(([name, value]) => ({
              key: name,
              cells: [name, value].map((cell) => (
                <span key={cell} className="font-mono text-sm break-all">
                  {cell}
                </span>
              )),
            }))}
          />
        </Disclosure>
      )}
      {text !== '' && (
        <CodeSheet title="Body" code={text.slice(0, shownMax)} label="Body of the answer to your request" />
      )}
      {text.length > shownMax && (
        <p className="text-sm text-muted">Only the beginning is shown: {numberText(shownMax)} characters.</p>
      )}
    </section>
  )
}

function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`
}
