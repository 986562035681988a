import type { ReactNode } from 'react'

interface ReasonBoxProps {
  /** As in `Rejection Reason:`. */
  label: string
  reason: string
  children: ReactNode
}

/** Why something was refused, with what to do about it. */
export function ReasonBox({ label, reason, children }: ReasonBoxProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-control border border-danger bg-danger-soft p-3 text-base wrap-anywhere text-text">
      <p className="text-danger">
        <strong className="font-semibold">{label}</strong> {reason}
      </p>
      {children}
    </div>
  )
}
