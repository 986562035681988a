import { test } from 'vitest'
import { killDuringUploads } from './uploads-under-kills.ts'

/** By night there are more (test/nightly/kill-during-uploads.ts). */
const kills = 2

test(`T01: no request with an image that was acknowledged is lost, none is half there, and no file is left over, over ${kills} kills`, async () => {
  const { acknowledged, unanswered, clearedAway } = await killDuringUploads(kills)
  console.info(
    `${acknowledged} acknowledged, ${unanswered} without an answer, of which ${clearedAway} had left an image.`,
  )
}, 300_000)
