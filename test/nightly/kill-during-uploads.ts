/** T01 of uploads, with as many kills as take too long for every change. */
import { test } from 'vitest'
import { killDuringUploads } from '../faults/uploads-under-kills.ts'
import { reported } from '../support/reported.ts'

const kills = 20

test(`T01: no request with an image that was acknowledged is lost, none is half there, and no file is left over, over ${kills} kills`, () =>
  reported({ id: 'T01', seed: null, trials: kills }, () => killDuringUploads(kills)))
