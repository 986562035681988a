import { AnchorLink } from './AnchorLink.tsx'

/** A heading that can be linked to. */
export function AnchorHeading({ id, level = 2, children }: { id: string; level?: 2 | 3; children: string }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="flex items-center gap-1.5">
      <Heading id={id} className={level === 2 ? 'text-xl font-semibold' : 'text-lg font-semibold'}>
        {children}
      </Heading>
      <AnchorLink id={id} name={children} />
    </div>
  )
}
