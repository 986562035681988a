/** The blog, which is published elsewhere: its posts are links. */
import { BadgeCheck, IdCard, Newspaper, Stethoscope } from 'lucide-react'
import type { BlogPost } from '#contract/blog'
import { blogCategoriesShownMax } from '#contract/limits'
import { productName } from '#contract/product'
import type { CallError } from '../../api/call.ts'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'
import { longDayText } from '../../ui/format.ts'
import { EmptyMessage, LoadError } from '../../ui/placeholders.tsx'
import { CardGrid, LinkCards, PostCard, PostCardSkeleton } from './pieces.tsx'

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

function BlogPosts() {
  const { data, error, isPending, refetch } = useAnswer('GET /blog/posts', {})
  return (
    <section aria-labelledby="posts" aria-busy={isPending} className="flex flex-col gap-6">
      <h2 id="posts" className="text-xl font-semibold">
        Latest posts
      </h2>
      {isPending && (
        <CardGrid>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <PostCardSkeleton key={key} />
          ))}
        </CardGrid>
      )}
      {error !== null && (
        <LoadError
          title={`Error loading posts: ${messageOf(error)}. Please ensure the Medium username is correct.`}
          onRetry={() => refetch()}
        />
      )}
      {data?.items.length === 0 && (
        <EmptyMessage icon={Newspaper} title="No blog posts found" text="Check back soon for new content!" />
      )}
      {data !== undefined && data.items.length > 0 && (
        <CardGrid>
          {data.items.map((post) => (
            <PostCard key={post.link} {...cardOf(post)} />
          ))}
        </CardGrid>
      )}
    </section>
  )
}

/** Without its period, since the sentence goes on. */
function messageOf(error: CallError): string {
  const fallback = error.status === 0 ? 'An unknown error occurred' : `HTTP error! status: ${error.status}`
  return errorText(error, fallback).replace(/\.$/, '')
}

function cardOf({ title, link, thumbnail, categories, description, readingMinutes, pubDate }: BlogPost) {
  return {
    title,
    href: link,
    image: thumbnail,
    tags: categories.slice(0, blogCategoriesShownMax),
    text: description,
    notes: [`${readingMinutes} min read`, ...(pubDate === null ? [] : [longDayText(pubDate)])],
  }
}
