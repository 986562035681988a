import { type FormEventHandler, type ReactNode, useState } from 'react'
import { errorText } from '../../api/call.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { controlGround } from '../../ui/classes.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Field } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'

/** Does something once at a time, and has the words of its failure: the server's, or else `failure`. */
export function useRefusal<A extends unknown[]>(act: (...args: A) => Promise<void>, failure: string) {
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (...args: A) => {
    setBusy(true)
    try {
      await act(...args)
    } catch (error) {
      setRefusal(errorText(error, failure))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, isBusy, submit }
}

interface DialogFormProps {
  refusal: string | undefined
  isBusy: boolean
  confirm: string
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

export function DialogForm({ refusal, isBusy, confirm, onSubmit, children }: DialogFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
      {children}
      {/* Of a long form too it stays in sight. */}
      <div className="sticky -bottom-5 -mx-4 -mb-5 flex justify-end border-t border-border bg-surface px-4 py-3">
        <Button type="submit" disabled={isBusy}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}

interface SecretDialogProps {
  title: string
  description: string
  /** What the secret is, such as API key. */
  label: string
  secret: string
  onClose: () => void
}

/** The only time that a secret is shown. */
export function SecretDialog({ title, description, label, secret, onClose }: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const name = label.startsWith('API') ? label : label.toLowerCase()
  const copied = () => {
    setCopied(true)
    toast.success(`${label} copied to clipboard`)
  }
  return (
    <Dialog
      title={title}
      description={description}
      // A press beside the dialog must not lose a secret that is nowhere else.
      onClose={isCopied ? onClose : undefined}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <Field label={label}>
        {(control) => (
          <textarea
            {...control}
            readOnly
            rows={3}
            value={secret}
            onFocus={({ target }) => target.select()}
            className={`${controlGround} field-sizing-content resize-none px-3 py-1.5 font-mono text-sm break-all`}
          />
        )}
      </Field>
      <div>
        <CopyButton
          text={secret}
          label={`Copy ${name}`}
          look="button"
          failure={`Failed to copy ${name}`}
          onCopied={copied}
        />
      </div>
    </Dialog>
  )
}
