/** An NPI, grouped for reading: 1234 567 893. */
export function Npi({ npi }: { npi: string }) {
  return (
    <span className="font-mono whitespace-nowrap">
      NPI {npi.slice(0, 4)}&nbsp;{npi.slice(4, 7)}&nbsp;{npi.slice(7)}
    </span>
  )
}
