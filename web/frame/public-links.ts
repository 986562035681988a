/** The pages that anyone finds from anywhere, with the words of their links. */
export const publicLinks = [
  { to: '/verifications', words: 'Verifications' },
  { to: '/my-verifications', words: 'My Portal' },
  { to: '/documentation', words: 'Documentation' },
  { to: '/blog', words: 'Blog' },
] as const
