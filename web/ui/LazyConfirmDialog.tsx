import { type ComponentProps, lazy } from 'react'
import type { ConfirmDialog } from './dialogs.tsx'
import { LaterPart } from './LaterPart.tsx'

const Loaded = lazy(async () => ({ default: (await import('./dialogs.tsx')).ConfirmDialog }))

/** A ConfirmDialog whose code is loaded when somebody is first asked. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <LaterPart>
      <Loaded {...props} />
    </LaterPart>
  )
}
