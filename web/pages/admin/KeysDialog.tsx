import { CheckField } from '../../ui/CheckField.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { keyTable } from './desk-keys.ts'
import { KeyCap } from './pieces.tsx'

interface KeysDialogProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** The keys of the desk, and the switch that turns them off. */
export function KeysDialog({ isOn, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Dialog
      title="Keys"
      description="They act while the focus is in the list of requests, and on the image those of the image."
      onClose={onClose}
    >
      <FactLines
        items={keyTable.map(({ keys, words }) => ({
          name: words,
          value: (
            <span className="flex gap-1">
              {keys.map((key) => (
                <KeyCap key={key} name={key} />
              ))}
            </span>
          ),
        }))}
      />
      <CheckField label="Use these keys" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      <p className="text-sm text-muted">Switched off, only the arrow keys move through the list.</p>
    </Dialog>
  )
}
