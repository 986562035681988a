import { type ReactNode, useEffect } from 'react'

/**
 * What the browser may load is decided with the document, which stays while pages change. A page that may show images of other hosts
 * therefore gets a document of its own, and so does the page after it.
 */
export function OwnDocument({ hasForeignImages, children }: { hasForeignImages: boolean; children: ReactNode }) {
  const isOther = hasForeignImages ? imagesOfDocument() === 'own' : imagesOfDocument() === 'anywhere'
  useEffect(() => {
    if (!isOther) return
    // Else the browser scrolls the new document to where the old one was.
    window.scrollTo(0, 0)
    window.location.reload()
  }, [isOther])
  return isOther ? null : children
}

/** As the build wrote it; nothing in development, where every document is the same. */
function imagesOfDocument(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.images
}
