import { productName } from '#contract/product'
import { TextLink } from '../ui/links.tsx'

const links = [
  { to: '/', words: `${productName} API` },
  { to: '/verifications', words: 'Verifications API' },
  { to: '/my-verifications', words: 'Personal portal' },
  { to: '/documentation', words: 'Documentation' },
  { to: '/blog', words: 'Blog' },
  // A file, no page: the browser asks the server for it.
  { to: '/THIRD_PARTY_NOTICES.txt', words: 'Notices', reloadDocument: true },
] as const

/** The bottom of the landing pages: where the data comes from, and where else to go. */
export function PublicFooter() {
  return (
    <footer className="border-t border-border">
      <div className="mx-auto flex w-full max-w-landing flex-col gap-4 px-4 py-8 text-sm text-muted md:flex-row md:justify-between">
        <p>Provider data: CMS, National Plan and Provider Enumeration System, a public record.</p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-4 gap-y-2">
          {links.map(({ words, ...link }) => (
            <TextLink key={link.to} {...link}>
              {words}
            </TextLink>
          ))}
        </nav>
      </div>
    </footer>
  )
}
