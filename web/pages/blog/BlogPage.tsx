/** The blog, which is published elsewhere: its posts are links. */
import { ArrowRight, BadgeCheck, ExternalLink, IdCard, Newspaper, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { BlogPost } from '#contract/blog'
import { blogCategoriesShownMax } from '#contract/limits'
import { productName } from '#contract/product'
import { type CallError, errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { longDayText } from '../../ui/format.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { EmptyMessage, LoadError } from '../../ui/placeholders.tsx'

const products = [
  { to: '/', icon: Stethoscope, title: productName, text: 'Provider data by place, specialty, name or NPI.' },
  {
    to: '/verifications',
    icon: BadgeCheck,
    title: 'Verifications API',
    text: 'Instant checks of licenses and credentials.',
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
          <ul className="grid gap-3 md:grid-cols-3 md:gap-6">
            {products.map(({ to, icon: Icon, title, text }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="group flex h-full items-start gap-3 rounded-panel border border-border bg-surface p-4 hover:border-border-strong"
                >
                  <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-brand" />
                  <span className="flex min-w-0 grow flex-col gap-1">
                    <span className="font-semibold group-hover:text-brand">{title}</span>
                    <span className="text-muted">{text}</span>
                  </span>
                  <ArrowRight
                    size={18}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className="mt-0.75 shrink-0 text-subtle"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <BlogPosts />
      </main>
      <PublicFooter />
    </div>
  )
}

const grid = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

function BlogPosts() {
  const { data, error, isPending, refetch } = useAnswer('GET /blog/posts', {})
  return (
    <section aria-labelledby="posts" aria-busy={isPending} className="flex flex-col gap-6">
      <h2 id="posts" className="text-xl font-semibold">
        Latest posts
      </h2>
      {isPending && (
        <ul className={grid}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <PostCardSkeleton key={key} />
          ))}
        </ul>
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
        <ul className={grid}>
          {data.items.map((post) => (
            <PostCard key={post.link} post={post} />
          ))}
        </ul>
      )}
    </section>
  )
}

function messageOf(error: CallError): string {
  const fallback = error.status === 0 ? 'An unknown error occurred' : `HTTP error! status: ${error.status}`
  return errorText(error, fallback).replace(/\.$/, '')
}

function PostCard({ post }: { post: BlogPost }) {
  const { title, link, thumbnail, description, readingMinutes, pubDate } = post
  const tags = post.categories.slice(0, blogCategoriesShownMax)
  return (
    <li className="group relative flex min-w-0 flex-col overflow-hidden rounded-panel border border-border bg-surface focus-within:border-border-strong hover:border-border-strong">
      <CoverImage key={thumbnail} src={thumbnail} />
      <div className="flex grow flex-col gap-3 p-4">
        {tags.length > 0 && (
          <ul aria-label="Categories" className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
        <h3 className="text-lg font-semibold break-words">
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            className="rounded-badge after:absolute after:inset-0 group-hover:text-brand"
          >
            {title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </h3>
        <p className="break-words text-muted">{description}</p>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-sm text-subtle">
          <span>{readingMinutes} min read</span>
          {pubDate !== null && <span>{longDayText(pubDate)}</span>}
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" className="ml-auto" />
        </p>
      </div>
    </li>
  )
}

function PostCardSkeleton() {
  return (
    <li className="flex animate-late flex-col overflow-hidden rounded-panel border border-border bg-surface">
      <div className="aspect-video border-b border-border bg-sunken" />
      <div className="flex flex-col gap-3 p-4">
        <Skeleton size="h-6 w-24" />
        <Skeleton size="h-7 w-full" />
        <Skeleton size="h-7 w-3/5" />
        <Skeleton size="h-24 w-full" />
        <Skeleton size="h-6.5 w-40" />
      </div>
    </li>
  )
}

function CoverImage({ src }: { src: string | null }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className="relative flex aspect-video items-center justify-center border-b border-border bg-sunken text-subtle">
      {src === null || hasFailed ? (
        <Newspaper size={32} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  )
}
