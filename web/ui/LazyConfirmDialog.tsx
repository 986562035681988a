import { type ComponentProps, lazy } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'
import { LaterPart } from './LaterPart.tsx'

const Loaded = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** A ConfirmDialog whose code is loaded when somebody is first asked. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <LaterPart>
      <Loaded {...props} />
    </LaterPart>
  )
}
