import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes.ts'

/** What went wrong with a form, above it. It takes the focus when it appears. */
export function ErrorBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-danger"
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1 break-words">{children}</div>
    </div>
  )
}

interface ErrorSummaryProps {
  problems: readonly { name: string; message: string }[]
  onChoose: (name: string) => void
}

export function ErrorSummary({ problems, onChoose }: ErrorSummaryProps) {
  return (
    <ErrorBox>
      <p className="font-semibold">Please fix the following</p>
      <ul className="flex flex-col gap-1">
        {problems.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="rounded-badge text-left underline underline-offset-3"
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </ErrorBox>
  )
}

/** What went wrong with an action, beside it; it is announced and takes no focus. */
export function InlineAlert({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-sm text-danger"
    >
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}

export function NoteBox({ tone = 'success', children }: { tone?: 'success' | 'info'; children: ReactNode }) {
  const Icon = tone === 'success' ? CircleCheck : Info
  return (
    <div role="status" className={classes('flex items-start gap-2 rounded-control border px-3 py-2', tones[tone])}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}

interface NoticeProps {
  icon: LucideIcon
  title: string
  tone?: 'info' | 'warning'
  children: ReactNode
}

const tones: Record<'success' | 'info' | 'warning', string> = {
  success: 'border-success bg-success-soft text-success',
  info: 'border-info bg-info-soft text-info',
  warning: 'border-warning bg-warning-soft text-warning',
}

export function Notice({ icon: Icon, title, tone = 'warning', children }: NoticeProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={classes('flex items-start gap-3 rounded-panel border p-4', tones[tone])}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2 wrap-anywhere">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <div className="flex flex-col items-start gap-3 text-text">{children}</div>
      </div>
    </section>
  )
}
