/** How the links of a navigation look; the one that leads to where the visitor is stands out. */
export const placeLinkClasses =
  'flex min-h-10 items-center gap-2 rounded-control px-3 text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft'
