import type { ReactNode } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { SupportPanel } from '../home/SupportPanel.tsx'

const answers: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'What makes a good photo?',
    answer:
      'Lay the license or diploma flat in daylight and photograph it from above, with all four corners in the picture. A scan works too.',
  },
  {
    question: 'What happens after I submit?',
    answer:
      'We compare your NPI with the national registry and read your document. A reviewer then approves or rejects the request, and we email you the decision.',
  },
  {
    question: 'I made a mistake. What now?',
    answer: 'Withdraw the pending request, then submit a new one. If it was already rejected, choose Submit again.',
  },
  {
    question: 'My registry entry is out of date.',
    answer:
      'You can correct it yourself at nppes.cms.hhs.gov. Once CMS publishes the change, submit your request again.',
  },
  {
    question: 'Who can see my document?',
    answer: 'Only you and our reviewers. It is stored encrypted and deleted after the decision.',
  },
]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Help" onClose={onClose}>
      <div className="flex flex-col">
        {answers.map(({ question, answer }) => (
          <Disclosure key={question} summary={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
      </div>
      <SupportPanel />
    </Dialog>
  )
}
