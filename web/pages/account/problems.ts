import type { FieldErrors, FieldValues } from 'react-hook-form'

/** What is wrong with the fields of a form, in the order of its default values. */
export function problemsOf<T extends FieldValues>(errors: FieldErrors<T>): { name: string; message: string }[] {
  return Object.entries(errors).map(([name, error]) => ({ name, message: String(error?.message ?? '') }))
}
