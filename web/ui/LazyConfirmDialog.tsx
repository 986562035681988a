import { type ComponentProps, lazy, Suspense } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const Loaded = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** A ConfirmDialog whose code is loaded when somebody is first asked. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
