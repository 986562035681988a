import { useEffect, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { ImagePicker } from '../../ui/ImagePicker.tsx'
import { prepareImage } from './prepare-image.ts'
import { imageRules, type RequestValues } from './request-form.ts'

interface ImageInputProps {
  form: UseFormReturn<RequestValues>
  /** While it is being sent. */
  isLocked: boolean
}

/** The image of the credential: read and made ready as soon as it is chosen. */
export function ImageInput({ form, isLocked }: ImageInputProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'image', rules: imageRules })
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const image = field.value
  const url = image?.url ?? ''
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  const take = async (file: File) => {
    setReading(true)
    const prepared = await prepareImage(file)
    setReading(false)
    const isReady = !('problem' in prepared)
    setProblem(isReady ? undefined : prepared.problem)
    field.onChange(isReady ? prepared : null)
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
      onRemove={() => field.onChange(null)}
    />
  )
}
