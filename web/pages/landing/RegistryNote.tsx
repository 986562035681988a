import { useAnswer } from '../../api/queries.ts'
import { dayText, numberText } from '../../ui/format.ts'
import { Figures } from '../../ui/loading.tsx'

/** How much there is to find, and as of when; nothing where the server does not say. */
export function RegistryNote() {
  const { data } = useAnswer('GET /registry', {})
  const count = (number: number | undefined) => (number === undefined ? undefined : numberText(number))
  return (
    <div className="flex flex-col gap-2">
      <Figures
        items={[
          { name: 'Doctors', value: count(data?.doctors) },
          { name: 'All clinicians', value: count(data?.individuals) },
          { name: 'Organizations', value: count(data?.organizations) },
        ]}
      />
      <p className="min-h-4.5 text-sm text-subtle">
        {data !== undefined && `As of ${dayText(data.asOf)}. `}
        {data?.isSampleData && 'This server shows sample data: its providers are invented.'}
      </p>
    </div>
  )
}
