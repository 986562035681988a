import { Dialog } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { overlayClasses } from './overlay-classes.ts'
import { closeByLeftEscape, leaveOwnEscape } from './own-escape.ts'
import { useOpener } from './use-opener.ts'

interface DialogFrameProps extends Pick<ComponentProps<'div'>, 'className' | 'children'> {
  /** Asked to close by Escape, a press outside or the cross; whoever renders it may decline. */
  onClose: () => void
  /** Whether it holds a description, to be said with the title. */
  isDescribed?: boolean
  onOpenAutoFocus?: (event: Event) => void
}

/**
 * What everything over the page has in common: the page behind it is dimmed and out of reach, and when it closes the focus goes
 * back to where it was. `className` says where it stands; a DialogHead belongs in it. Render it while it is open.
 */
export function DialogFrame({ onClose, isDescribed = false, className, ...rest }: DialogFrameProps) {
  const returnFocus = useOpener()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content
          {...(!isDescribed && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={leaveOwnEscape}
          onKeyDown={closeByLeftEscape(onClose)}
          className={classes('fixed z-50 animate-appear', className)}
          {...rest}
        />
      </Dialog.Portal>
    </Dialog.Root>
  )
}
