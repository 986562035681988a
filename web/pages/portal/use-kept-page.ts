import { useEffect } from 'react'

/**
 * Keeps the page while a form stands on it: the browser does not open a file that is dropped beside the place for it, and asks before
 * the page is left with something that would be lost.
 */
export function useKeptPage(hasContent: boolean): void {
  useEffect(() => {
    window.addEventListener('dragover', refuseFile)
    window.addEventListener('drop', refuseFile)
    return () => {
      window.removeEventListener('dragover', refuseFile)
      window.removeEventListener('drop', refuseFile)
    }
  }, [])
  useEffect(() => {
    if (!hasContent) return
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [hasContent])
}

/** What takes files has prevented the default before; text may be dropped into fields. */
function refuseFile(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Chrome asks because of this alone before its version 119.
  event.returnValue = true
}
