import { type ComponentProps, lazy } from 'react'
import type { ConfirmDialog } from './dialogs.tsx'
import { LaterPart } from './LaterPart.tsx'

const Loaded = lazy(async () => ({ default: (await import('./dialogs.tsx')).ConfirmDialog }))

export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <LaterPart>
      <Loaded {...props} />
    </LaterPart>
  )
}
