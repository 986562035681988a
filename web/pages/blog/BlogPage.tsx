import { BadgeCheck, IdCard, Stethoscope } from 'lucide-react'
import { productName } from '#contract/product'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'
import { BlogPosts } from './BlogPosts.tsx'
import { LinkCards } from './pieces.tsx'

const products = [
  { to: '/', icon: Stethoscope, title: productName, text: 'Provider data by place, specialty, name or NPI.' },
  {
    to: '/verifications',
    icon: BadgeCheck,
    title: 'Verifications API',
    text: 'Licenses and credentials, checked at once.',
  },
  { to: '/my-verifications', icon: IdCard, title: 'Personal Portal', text: 'Your own credentials, verified.' },
] as const

/** The blog, which is kept elsewhere: its posts are links. */
export function BlogPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="mx-auto flex w-full max-w-landing grow flex-col gap-10 px-4 py-12">
        <div className="flex flex-col gap-3">
          <h1 className="text-2xl font-semibold">{productName} Blog</h1>
          <p className="max-w-prose text-md text-muted">
            Stay updated with the latest healthcare technology insights, API updates, and industry news
          </p>
        </div>
        <nav aria-label="Products">
          <LinkCards items={products} />
        </nav>
        <BlogPosts />
      </main>
      <PublicFooter />
    </div>
  )
}
