import { RecordList, StatusRecord } from '../../ui/rows.tsx'
import { GroupedNpi } from './pieces.tsx'

/** What the portal looks like with a request in each status; invented, and said to be. */
export function PortalExhibit() {
  return (
    <figure className="flex flex-col gap-3">
      <RecordList>
        <li>
          <StatusRecord status="pending" title="Registered Nurse (RN)">
            <GroupedNpi npi="2104388127" />
            <p>Submitted on: Nov 18, 2026</p>
          </StatusRecord>
        </li>
        <li>
          <StatusRecord status="approved" title="Medical Doctor (MD)">
            <GroupedNpi npi="2104388127" />
            <p>Approved: Jan 5, 2026 · Expires: Jan 5, 2028</p>
          </StatusRecord>
        </li>
        <li>
          <StatusRecord status="rejected" title="Doctor of Osteopathic Medicine (DO)">
            <GroupedNpi npi="2104388127" />
            <p>Reviewed: Jan 2, 2026</p>
            <p className="text-danger">Rejection Reason: Image is not clear</p>
          </StatusRecord>
        </li>
      </RecordList>
      <figcaption className="text-sm text-subtle">
        Three requests as you will see them. The entries are invented.
      </figcaption>
    </figure>
  )
}
