import { Camera, ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type Ref, useId, useRef, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/fields.tsx'
import { numberText } from '../../ui/format.ts'

interface ImagePickerProps {
  label: string
  hint: string
  error?: string | undefined
  /** What is chosen; `url` shows it. */
  image: { name: string; bytes: number; url: string } | null
  /** While a file is being read. */
  isBusy: boolean
  /** While nothing may be changed. */
  isLocked: boolean
  /** The button that chooses a file, to give it the focus. */
  buttonRef: Ref<HTMLButtonElement>
  onFile: (file: File) => void
  onRemove: () => void
}

/** Takes one image: from a file, dropped, or from the camera where there is a touch screen; shows it with its size. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, hint, error, image, isBusy, isLocked, buttonRef, onFile, onRemove } = props
  const id = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file may be chosen once more.
    currentTarget.value = ''
    if (file !== undefined) onFile(file)
  }
  const takeDropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !isLocked) onFile(file)
  }
  const allowDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isLocked)
  }
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way among others; the buttons are the ones for everybody. */}
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
              {image.name}, {kilobytes(image.bytes)}
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            ref={buttonRef}
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
            className="hidden pointer-coarse:inline-flex"
            onClick={() => cameraInput.current?.click()}
          >
            <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
            Take a photo
          </Button>
          {image !== null && (
            <Button look="quiet" disabled={isLocked} onClick={onRemove}>
              <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
        <p role="status" className="text-sm text-muted">
          {isBusy ? 'Reading the image...' : image === null ? 'or drop it here' : ''}
        </p>
        <input ref={fileInput} type="file" accept="image/*,.heic,.heif" hidden onChange={takeChosen} />
        <input ref={cameraInput} type="file" accept="image/*" capture="environment" hidden onChange={takeChosen} />
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** An estimate for people: 412 KB. */
function kilobytes(bytes: number): string {
  return `${numberText(Math.max(1, Math.round(bytes / 1024)))} KB`
}
