/** The ten digits of an NPI, grouped for the eye alone: copied, searched and read aloud they are one number. */
export function NpiDigits({ npi }: { npi: string }) {
  return (
    <span className="font-mono whitespace-nowrap">
      {npi.slice(0, 4)}
      <span className="ml-1.5">{npi.slice(4, 7)}</span>
      <span className="ml-1.5">{npi.slice(7)}</span>
    </span>
  )
}
