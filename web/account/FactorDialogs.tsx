import { AppDialog } from './AppDialog.tsx'
import { NewCodesDialog } from './NewCodesDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'

export type FactorDialog =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | { kind: 'codes' }
  | { kind: 'remove'; id: string; name: string }

interface FactorDialogsProps {
  dialog: FactorDialog
  onClose: (isChanged: boolean) => void
}

/** The dialog that is open. */
export function FactorDialogs({ dialog, onClose }: FactorDialogsProps) {
  switch (dialog.kind) {
    case 'app':
      return <AppDialog onClose={onClose} />
    case 'passkey':
      return <PasskeyDialog onClose={onClose} />
    case 'codes':
      return <NewCodesDialog onClose={onClose} />
    case 'remove':
      return <RemoveFactorDialog id={dialog.id} name={dialog.name} onClose={onClose} />
  }
}
