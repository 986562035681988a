import { type FormEvent, useState } from 'react'
import { rosterNameLengthMax } from '#contract/limits'
import type { Roster } from '#contract/watch-endpoints'
import { useSend } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DialogForm, useRefusal } from './dialog-form.tsx'
import { failures } from './failures.tsx'

interface RenameRosterProps {
  roster: Roster
  onChanged: () => Promise<void>
  onClose: () => void
}

export function RenameRoster({ roster: { id, name: before }, onChanged, onClose }: RenameRosterProps) {
  const apiKey = useUser().user?.apiKey
  const send = useSend('PUT /api/rosters/{id}', { apiKey })
  const [name, setName] = useState(before)
  const { refusal, isBusy, submit } = useRefusal(async () => {
    await send.mutateAsync({ params: { id }, body: { name } })
    toast.success('Roster renamed')
    onClose()
    await onChanged()
  }, failures.changeRoster)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog title={`Rename ${before}`} onClose={onClose}>
      <DialogForm refusal={refusal} isBusy={isBusy} confirm="Save" onSubmit={save}>
        <TextField
          label="Name"
          maxLength={rosterNameLengthMax}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
