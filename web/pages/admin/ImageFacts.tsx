import { FactLines } from '../../ui/FactLines.tsx'
import type { Review } from './use-review.ts'

/** What is known of the image beside what it shows. */
export function ImageFacts({ image }: { image: Review['image'] }) {
  if (image === null) return <p className="text-sm text-muted">The image was destroyed, as its time was over.</p>
  const { width, height, bytes, hasExif, software } = image
  return (
    <FactLines
      items={[
        { name: 'Size', value: `${width} × ${height} pixels, ${Math.ceil(bytes / 1024)} KB` },
        { name: 'Metadata (Exif)', value: hasExif ? 'Was in the file' : 'None' },
        { name: 'Written by', value: software ?? 'Not said' },
      ]}
    />
  )
}
