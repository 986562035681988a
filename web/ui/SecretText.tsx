interface SecretTextProps {
  /** The secret as it is shown, most of it hidden. */
  shown: string
  /** The same for those who hear it. */
  words: string
}

/** A secret that is not for every eye. */
export function SecretText({ shown, words }: SecretTextProps) {
  return (
    <p className="rounded-control border border-border bg-sunken px-3 py-2">
      <code aria-hidden="true" className="font-mono text-sm break-all">
        {shown}
      </code>
      <span className="sr-only">{words}</span>
    </p>
  )
}
