/** Facts about the product itself that more than one place says. */

export const productName = 'Praxidex'
export const apiVersion = '1.0.0'
/** Where a server without settings is reached; built pages name it, and a server puts its own address in its place. */
export const defaultOrigin = 'http://localhost:3000'
/** The Atom feed of the changelog. */
export const changelogFeed = '/changelog.atom'
/** The font of words for pages outside the web app, which do not know the hash in its own name for it. */
export const plainFont = '/figtree.woff2'

export const productSentence =
  'Praxidex finds doctors, other clinicians and healthcare organizations of the United States by place, specialty, credential, name or NPI, from the file CMS publishes.'

/** The `typ` of the attestation of a share, so that no other signed text is taken for one. */
export const attestationType = 'credential-attestation+jwt'
