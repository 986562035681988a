import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { ErrorBox } from '../ui/alerts.tsx'
import { Button } from '../ui/buttons.tsx'

interface FactorFormProps {
  /** Why the last try failed, and how many have. */
  refusal: { words: string; count: number } | undefined
  confirm: string
  isBusy: boolean
  onSubmit: FormEventHandler
  children: ReactNode
}

/** One step of a dialog about second factors; its first field has the focus. */
export function FactorForm({ refusal, confirm, isBusy, onSubmit, children }: FactorFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
      {children}
      <div className="flex justify-end">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'One moment...' : confirm}
        </Button>
      </div>
    </form>
  )
}
