import { Camera, ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/fields.tsx'
import { numberText } from '../../ui/format.ts'
import { type PreparedImage, prepareImage } from './prepare-image.ts'
import type { RequestValues } from './RequestDialog.tsx'

const rules = {
  validate: (image: PreparedImage | null) => image !== null || 'Please upload an image for verification',
}

interface ImageInputProps {
  form: UseFormReturn<RequestValues>
  isLocked: boolean
  isReading: boolean
  onReading: (isReading: boolean) => void
}

/** The image of the credential: a file, dropped, or from the camera of a touch screen. It is prepared at once. */
export function ImageInput({ form, isLocked, isReading, onReading }: ImageInputProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'image', rules })
  const [problem, setProblem] = useState<string>()
  const image = field.value
  const error = problem ?? fieldState.error?.message
  const url = image?.url ?? ''
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  // The last file chosen counts, however long each one takes to read; none counts once the form is closed.
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

  const id = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file !== undefined) take(file)
  }
  const takeDropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !isLocked) take(file)
  }
  const allowDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isLocked)
  }
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">Image of your credential</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same for everybody. */}
      <div
        onDragOver={allowDrop}
        onDragLeave={() => setOver(false)}
        onDrop={takeDropped}
        className={classes(
          'flex flex-col items-center gap-3 rounded-panel border border-dashed p-4 text-center',
          isOver ? 'border-brand bg-brand-soft' : 'border-border-strong bg-canvas',
          error !== undefined && 'border-danger',
        )}
      >
        {image !== null && (
          <>
            <img
              src={image.url}
              alt="What you chose"
              className="max-h-60 max-w-full rounded-control border border-border"
            />
            <p className="max-w-full text-sm break-words text-muted">
              {image.name}, {numberText(Math.max(1, Math.round(image.bytes / 1024)))} KB
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            ref={field.ref}
            look="plain"
            disabled={isLocked}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onClick={() => fileInput.current?.click()}
          >
            <ImageUp size={18} strokeWidth={1.75} aria-hidden="true" />
            {image === null ? 'Choose an image' : 'Choose another image'}
          </Button>
          <Button
            look="plain"
            disabled={isLocked}
            className="pointer-fine:hidden"
            onClick={() => cameraInput.current?.click()}
          >
            <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
            Take a photo
          </Button>
          {image !== null && (
            <Button look="quiet" disabled={isLocked} onClick={remove}>
              <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
        <p role="status" className="text-sm text-muted">
          {isReading ? 'Reading the image...' : ''}
          {!isReading && image === null && <span className="pointer-coarse:hidden">or drop it here</span>}
        </p>
        <input ref={fileInput} type="file" accept="image/*,.heic,.heif" hidden onChange={takeChosen} />
        <input ref={cameraInput} type="file" accept="image/*" capture="environment" hidden onChange={takeChosen} />
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        Photograph your license or diploma flat and in good light, with all four corners visible. JPEG, PNG or WebP.
        Large photos are resized before upload.
      </p>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
