/** Codes to be written down or copied, in two columns. */
export function CodeGrid({ codes, label }: { codes: readonly string[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-control border border-border bg-sunken p-4 sm:grid-cols-2"
    >
      {codes.map((code) => (
        <li key={code} className="font-mono text-sm">
          {code}
        </li>
      ))}
    </ul>
  )
}
