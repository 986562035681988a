/**
 * Prepares the image of a credential for sending. One that the server accepts is left unchanged, since its metadata is
 * part of the evidence. A larger one, and one of a kind that only this browser reads (HEIC on Apple's), is redrawn as
 * an upright JPEG.
 */
import { imageBytesMax } from '#contract/limits'

/** Pixels on the longer side: enough to read the small print of a card or a diploma. */
const sideMax = 2_000

/** Photos of phones have up to about 30 million bytes. */
const fileBytesMax = 60_000_000

const jpegQuality = 0.9

const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp']

export interface PreparedImage {
  name: string
  base64: string
  bytes: number
  /** An object URL; release it by `URL.revokeObjectURL`. */
  url: string
}

export async function prepareImage(file: File): Promise<PreparedImage | { problem: string }> {
  if (!isImage(file)) return { problem: 'Please choose an image, such as a photo or a scan saved as JPEG or PNG' }
  if (file.size > fileBytesMax) return { problem: `Please choose an image of at most ${fileBytesMax / 1e6} MB` }
  try {
    const blob = await sendable(file)
    return { name: file.name, base64: await base64Of(blob), bytes: blob.size, url: URL.createObjectURL(blob) }
  } catch {
    return { problem: `Failed to read image file${(await isHeic(file)) ? heicWords : ''}` }
  }
}

/** Some systems give HEIC files no type. */
function isImage({ type, name }: File): boolean {
  return type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name))
}

const heicWords =
  ': this is a HEIC photo from an iPhone, which this browser can’t open. Save it as a JPEG first, or use Safari.'

/** Photos of iPhones, by their content: HEIF containers with pictures in HEVC, which few browsers but Safari read. */
async function isHeic(file: File): Promise<boolean> {
  const start = await file
    .slice(0, 12)
    .text()
    .catch(() => '')
  return /^.{4}ftyp(he(ic|ix|im|is|vc|vx|vm|vs)|mif1|msf1)$/s.test(start)
}

async function sendable(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const isSmall = Math.max(bitmap.width, bitmap.height) <= sideMax && file.size <= imageBytesMax
    return isSmall && acceptedTypes.includes(file.type) ? file : await redrawn(bitmap)
  } finally {
    bitmap.close()
  }
}

function redrawn(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser does not draw')
  context.imageSmoothingQuality = 'high'
  // Transparent pixels would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob === null ? reject(new Error('The image cannot be written')) : resolve(blob)
    canvas.toBlob(take, 'image/jpeg', jpegQuality)
  })
}

export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}
