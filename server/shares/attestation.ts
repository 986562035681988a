/** The signed form of a share, for readers that check it without us: a JWT whose revocation is in a status list. */
import { randomUUID } from 'node:crypto'
import { attestationType } from '#contract/product'
import { statusListUrl } from './published.ts'
import type { Opened } from './share-store.ts'
import type { Signer } from './signer.ts'

export function attest(
  { signer, publicUrl }: { signer: Signer; publicUrl: string },
  { id, content, expiresAt, listNumber, listIndex }: Opened,
): Promise<string> {
  const payload = {
    iss: publicUrl,
    sub: id,
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(expiresAt.getTime() / 1000),
    ...content,
    status: { status_list: { idx: listIndex, uri: statusListUrl(publicUrl, listNumber) } },
  }
  return signer.sign(payload, attestationType)
}
