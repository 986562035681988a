import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClasses } from './button-looks.ts'

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
}

/** A button; it submits only when its type says so. Say beside a disabled one why it is. */
export function Button({ look = 'primary', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      className={buttonClasses(look, `disabled:cursor-not-allowed disabled:opacity-60 ${className ?? ''}`)}
      {...rest}
    />
  )
}

/**
 * A field that loses the focus may show what is wrong with it, which moves the button away from under the pointer before the click
 * is complete. So pressing a button that submits takes the focus from nowhere.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
