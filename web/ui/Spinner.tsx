import { LoaderCircle } from 'lucide-react'

/** Turns while something is under way, and says what. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2 py-6 text-muted">
      <LoaderCircle size={18} strokeWidth={1.75} aria-hidden="true" className="animate-spin" />
      {label}
    </p>
  )
}
