import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import type { Blog } from './blog.ts'

/** The posts of the blog, or why there are none. */
export function listPosts({ blog }: { blog: Blog }): Verb<Api['listBlogPosts']> {
  return async ({ fail }) => {
    const answer = await blog.read()
    switch (answer.kind) {
      case 'posts':
        return { output: { status: 'ok', items: answer.posts } }
      case 'refused':
        return fail('feed_refused', { status: answer.status })
      case 'unreadable':
        return fail('feed_unreadable', undefined)
    }
  }
}
