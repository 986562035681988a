import { Newspaper } from 'lucide-react'
import { type CallError, errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { EmptyMessage, LoadError } from '../../ui/placeholders.tsx'
import { CardGrid, PostCard, PostCardSkeleton } from './pieces.tsx'
import { shownCard } from './shown-card.ts'

/** As many as a laptop shows at once. */
const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

/** The posts, or why there are none. */
export function BlogPosts() {
  const { data, error, isPending, refetch } = useAnswer('GET /blog/posts', {})
  return (
    <section aria-labelledby="posts" aria-busy={isPending} className="flex flex-col gap-6">
      <h2 id="posts" className="text-xl font-semibold">
        Latest posts
      </h2>
      {isPending && (
        <CardGrid>
          {skeletons.map((key) => (
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
            <PostCard key={post.link} {...shownCard(post)} />
          ))}
        </CardGrid>
      )}
    </section>
  )
}

/** Without its full stop, since the sentence goes on. */
function messageOf(error: CallError): string {
  const fallback = error.status === 0 ? 'An unknown error occurred' : `HTTP error! status: ${error.status}`
  return errorText(error, fallback).replace(/\.$/, '')
}
