import { credentialTypes } from '#contract/verification-words'
import { Subtitle } from './pieces.tsx'

const names: Readonly<Record<string, string>> = credentialTypes

/** The credentials of a request, with their names written out. */
export function RequestTitle({ credentials }: { credentials: readonly string[] }) {
  const long = credentials.flatMap((credential) => names[credential] ?? [])
  return (
    <>
      <span>{credentials.join(', ')}</span> {long.length > 0 && <Subtitle>{long.join(', ')}</Subtitle>}
    </>
  )
}
