import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { ImagePicker } from '../../ui/ImagePicker.tsx'
import { prepareImage } from './prepare-image.ts'
import { imageRules, type RequestValues } from './request-form.ts'

interface ImageInputProps {
  form: UseFormReturn<RequestValues>
  /** While it is being sent. */
  isLocked: boolean
  /** While a file is being read, as the form was told. */
  isReading: boolean
  onReading: (isReading: boolean) => void
}

/** The image of the credential: read and made ready as soon as it is chosen. */
export function ImageInput({ form, isLocked, isReading, onReading }: ImageInputProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'image', rules: imageRules })
  const [problem, setProblem] = useState<string>()
  const image = field.value
  const url = image?.url ?? ''
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  // Counts what was chosen, removed or left: a file that is read by then is no longer the one that is wanted.
  const choices = useRef(0)
  useEffect(
    () => () => {
      choices.current += 1
    },
    [],
  )

  const take = async (file: File) => {
    choices.current += 1
    const choice = choices.current
    onReading(true)
    const prepared = await prepareImage(file)
    const isReady = !('problem' in prepared)
    if (choice !== choices.current) {
      if (isReady) URL.revokeObjectURL(prepared.url)
      return
    }
    onReading(false)
    setProblem(isReady ? undefined : prepared.problem)
    field.onChange(isReady ? prepared : null)
  }
  const remove = () => {
    choices.current += 1
    onReading(false)
    field.onChange(null)
  }
  return (
    <ImagePicker
      label="Image of your credential"
      hint="Your license or diploma, flat and in good light, with all four corners in sight. JPEG, PNG or WebP; larger photos are made smaller before they are sent."
      buttonRef={field.ref}
      image={image}
      isBusy={isReading}
      isLocked={isLocked}
      error={problem ?? fieldState.error?.message}
      onFile={take}
      onRemove={remove}
    />
  )
}
