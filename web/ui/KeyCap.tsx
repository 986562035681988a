/** A key of the keyboard. */
export function KeyCap({ name }: { name: string }) {
  return (
    <kbd className="inline-flex min-w-6 justify-center rounded-badge border border-border-strong bg-sunken px-1.5 font-mono text-sm text-text">
      {name}
    </kbd>
  )
}
