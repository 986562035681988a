import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { ImagePicker } from './ImagePicker.tsx'
import { prepareImage } from './prepare-image.ts'
import { imageRules, type RequestValues } from './request-form.ts'

interface ImageInputProps {
  form: UseFormReturn<RequestValues>
  /** While it is being sent. */
  isLocked: boolean
  isReading: boolean
  /** Told when the reading of a file begins and ends. */
  onReading: (isReading: boolean) => void
}

/** The image of the credential: read and made ready as soon as it is chosen. */
export function ImageInput({ form, isLocked, isReading, onReading }: ImageInputProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'image', rules: imageRules })
  const [problem, setProblem] = useState<string>()
  const image = field.value
  const url = image?.url ?? ''
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  // What was chosen last counts, however long each file takes to read; nothing counts once the form is closed.
  const turns = useRef(0)
  useEffect(
    () => () => {
      turns.current += 1
    },
    [],
  )

  const take = async (file: File) => {
    turns.current += 1
    const turn = turns.current
    onReading(true)
    const prepared = await prepareImage(file)
    if (turn !== turns.current) {
      if ('url' in prepared) URL.revokeObjectURL(prepared.url)
      return
    }
    onReading(false)
    const isReady = !('problem' in prepared)
    setProblem(isReady ? undefined : prepared.problem)
    field.onChange(isReady ? prepared : null)
  }
  const remove = () => {
    turns.current += 1
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
