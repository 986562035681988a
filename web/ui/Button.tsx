import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClasses } from './button-looks.ts'

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
}

/** A button; it submits only when its type says so. Say beside a disabled one why it is. */
export function Button({ look = 'primary', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClasses(look, `disabled:cursor-not-allowed disabled:opacity-60 ${className ?? ''}`)}
      {...rest}
    />
  )
}
