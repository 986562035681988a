/** The posts of the blog, in the shape of an RSS-to-JSON service. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { blogContentLengthMax, blogDescriptionLengthMax, blogPostsMax } from './limits.ts'

const post = z.object({
  title: z.string(),
  link: z.url().describe('The post itself, by http or https.'),
  pubDate: z.iso
    .datetime()
    .nullable()
    .describe('When it was published, or last changed if the feed only says that; null if it says neither.'),
  thumbnail: z
    .url()
    .nullable()
    .describe('An image, by https: the one that the feed names, else the first of the post.'),
  content: z.string().describe(`The text of the post without markup, up to ${blogContentLengthMax} characters of it.`),
  description: z
    .string()
    .describe(`The same of its summary, cut to ${blogDescriptionLengthMax} characters and an ellipsis.`),
  categories: z.array(z.string()),
  readingMinutes: z.number().int().min(1).describe('Reading time, in minutes.'),
})

export const blogEndpoints = {
  listBlogPosts: endpoint({
    method: 'GET',
    path: '/blog/posts',
    group: 'service',
    summary: 'The posts of the blog',
    description: `The latest posts of the blog, at most ${blogPostsMax}, in the order of its feed. They can be 15 minutes old, or up to a day while the feed isn’t responding.`,
    caller: 'anyone',
    output: z.object({ status: z.literal('ok'), items: z.array(post) }),
    errors: ['feed_refused', 'feed_unreadable'],
    example: {
      input: {},
      output: {
        status: 'ok',
        items: [
          {
            title: 'Searching by specialty',
            link: 'https://medium.com/@praxidex/searching-by-specialty-1a2b3c4d5e6f',
            pubDate: '2026-11-05T09:30:00.000Z',
            thumbnail: 'https://cdn-images-1.medium.com/max/1024/1*abc.png',
            content: 'A search takes a taxonomy code, a label or a common word.',
            description: 'A search takes a taxonomy code, a label or a common word.',
            categories: ['api', 'healthcare'],
            readingMinutes: 1,
          },
        ],
      },
    },
  }),
}

export type BlogPost = z.output<typeof post>
