/** What the card of a post says. */
import type { BlogPost } from '#contract/blog'
import { blogCategoriesShownMax } from '#contract/limits'
import { longDayText } from '../../ui/format.ts'

export function shownCard({ title, link, thumbnail, categories, description, readingMinutes, pubDate }: BlogPost) {
  return {
    title,
    href: link,
    image: thumbnail,
    tags: categories.slice(0, blogCategoriesShownMax),
    text: description,
    notes: [`${readingMinutes} min read`, ...(pubDate === null ? [] : [longDayText(pubDate)])],
  }
}
