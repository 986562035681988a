import { CodeTabs } from '../../ui/code.tsx'
import type { SampleCall } from './samples/sample-request.ts'
import { samplesOf } from './samples/samples.ts'
import { useLanguage } from './use-language.ts'
import { useOrigin } from './use-origin.ts'

/** A call in the language that the reader chose last. */
export function CallSamples({ label, request }: { label: string; request: SampleCall }) {
  const origin = useOrigin()
  const [language, setLanguage] = useLanguage()
  const { path, ...call } = request
  return (
    <CodeTabs
      label={label}
      samples={samplesOf({ ...call, url: origin + path })}
      chosen={language}
      onChoose={setLanguage}
    />
  )
}
