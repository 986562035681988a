import { decisionText, testNpis } from '#contract/key-modes'
import { NoteBox } from '../../ui/alerts.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { TextLink } from '../../ui/links.tsx'
import { DataTable } from './DataTable.tsx'

/** Says that nothing in test mode is real, and how verifications end there. */
export function TestModeNote() {
  return (
    <>
      <NoteBox tone="info">
        <p>
          <strong>Test data.</strong> Test keys return fictional providers and lists, and don’t use your quota. They
          never touch your live data or the figures on this page.{' '}
          <TextLink to="/documentation#test-mode">How test mode works</TextLink>
        </p>
      </NoteBox>
      <Disclosure summary="Test NPIs">
        <DataTable
          caption="Test mode decisions by NPI"
          columns={[
            { name: 'NPI', cell: ({ npi }) => npi },
            { name: 'Decision', cell: decisionText },
          ]}
          rows={testNpis}
          keyOf={({ npi }) => npi}
        />
      </Disclosure>
    </>
  )
}
