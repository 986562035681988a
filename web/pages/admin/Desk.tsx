import { lazy, useId, useRef, useState } from 'react'
import { useLiveKey } from '../../account/use-live-key.ts'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { ThreePanes } from '../../ui/ThreePanes.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { DeskHeading } from './DeskHeading.tsx'
import { pressInList, pressOnImage } from './desk-keys.ts'
import { Evidence } from './Evidence.tsx'
import { ListHead } from './ListHead.tsx'
import { RequestList } from './RequestList.tsx'
import { Subject } from './Subject.tsx'
import { useDesk } from './use-desk.ts'
import { useKeySwitch } from './use-key-switch.ts'
import { useSessionPulse } from './use-session-pulse.ts'

// Dialogs weigh as much as the desk: they come when one is opened.
const DeskDialogs = lazy(async () => ({ default: (await import('./DeskDialogs.tsx')).DeskDialogs }))

/** The desk on which requests for verification are decided. */
export function Desk() {
  const desk = useDesk()
  useSessionPulse()
  useLiveKey()
  const headingId = useId()
  const image = useRef<ImageViewerHandle>(null)
  const [areKeysOn, switchKeys] = useKeySwitch()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = () => setHelpOpen(true)
  const isAnythingOpen = isHelpOpen || desk.asking !== undefined || desk.place.isPreviewOpen
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh">
      <DeskHeader />
      <main id="main" className="flex min-h-0 grow flex-col">
        <section aria-labelledby={headingId} className="flex min-h-0 grow flex-col">
          <DeskHeading desk={desk} headingId={headingId} />
          <ThreePanes
            isSubjectOpen={desk.openId !== undefined}
            list={
              <section
                aria-label="Verification requests"
                onKeyDown={(event) =>
                  pressInList(event, { desk, image: image.current, isSwitchedOn: areKeysOn, openHelp })
                }
              >
                <ListHead desk={desk} onOpenKeys={openHelp} />
                <RequestList desk={desk} />
              </section>
            }
            subject={
              <Subject
                desk={desk}
                image={image}
                onKeyDown={(event) => {
                  if (areKeysOn) pressOnImage(event, image.current)
                }}
              />
            }
            details={<Evidence desk={desk} />}
            detailsLabel="Evidence"
            actions={desk.openId !== undefined && <DecisionBar desk={desk} />}
          />
        </section>
      </main>
      <LaterPart>
        {isAnythingOpen && (
          <DeskDialogs
            desk={desk}
            keys={{ isOpen: isHelpOpen, isOn: areKeysOn, onSwitch: switchKeys, onClose: () => setHelpOpen(false) }}
          />
        )}
      </LaterPart>
    </div>
  )
}
