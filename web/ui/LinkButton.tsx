import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClasses } from './button-looks.ts'

interface LinkButtonProps extends ComponentProps<typeof Link> {
  look?: ButtonLook
}

/** A link that looks like a button: it goes somewhere, so it is not one. */
export function LinkButton({ look = 'primary', className, ...rest }: LinkButtonProps) {
  return <Link className={buttonClasses(look, className)} {...rest} />
}
