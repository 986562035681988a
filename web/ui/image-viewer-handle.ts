/** What can be done with the image that is shown, for keys that are pressed elsewhere. */
export interface ImageViewerHandle {
  zoomIn(): void
  zoomOut(): void
  /** As it was at first: whole, and the right way up. */
  reset(): void
  turnLeft(): void
  turnRight(): void
}
