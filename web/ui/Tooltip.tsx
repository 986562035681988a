import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Words that appear beside a control on hover and focus; never the only place where they stand. */
export function Tooltip({ words, children }: { words: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            className="z-50 animate-appear rounded-control bg-code px-2.5 py-1.5 text-sm text-code-text shadow-raised"
          >
            {words}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
