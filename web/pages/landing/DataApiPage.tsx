import { Building2, MapPin, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { plans } from '#contract/plans'
import { useAnswer } from '../../api/queries.ts'
import { laterComponent } from '../../frame/page.ts'
import { EntranceLink, GetStartedLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { FactColumns, Figures } from '../../ui/loading.tsx'
import { LandingPage } from './LandingPage.tsx'
import { SampleSheet } from './SampleSheet.tsx'

const points = [
  {
    icon: Stethoscope,
    title: 'Doctor Profiles',
    text: 'Credentials, specialties, practice addresses, and phone numbers of every doctor with an NPI, and patient reviews where there are any.',
  },
  {
    icon: MapPin,
    title: 'Location-Based Search',
    text: 'Search by address, city, state, ZIP code, or coordinates, up to 25 miles away. Nearest first, with an exact total.',
  },
  {
    icon: Building2,
    title: 'Healthcare Facilities',
    text: 'Hospitals, clinics, pharmacies, and nursing facilities, and the doctors who practice there.',
  },
] as const

const explorer = laterComponent(async () => (await import('../explore/SmallExplorer.tsx')).SmallExplorer)

export function DataApiPage() {
  const [Explorer] = useState(explorer)
  return (
    <LandingPage
      title="Doctor and Medical Data API"
      sentence="Search every registered US provider by location and get JSON back, nearest first."
      actions={
        <>
          <GetStartedLink isLarge />
          <EntranceLink isLarge />
          <LinkButton to="/documentation" look="quiet" className="min-h-11">
            View Documentation
          </LinkButton>
        </>
      }
      note={
        <>
          <LaterPart>
            <Explorer />
          </LaterPart>
          <RegistryNote />
        </>
      }
      exhibit={
        <SampleSheet
          label="A route that finds nearby doctors"
          samples={nearbySamples}
          status="200 OK · GET /api/find-doctors"
          response={nearbyResponse}
        />
      }
      facts={<AtAGlance />}
      pointsTitle="What you can build on"
      points={points}
      closing={{
        title: 'Make your first call today',
        sentence: `Create an account in a minute. Your API key is ready right away, with ${freeCalls} free calls a month.`,
        actions: (
          <>
            <GetStartedLink />
            <LinkButton to="/documentation" look="plain">
              View API Documentation
            </LinkButton>
            <EntranceLink look="quiet" />
          </>
        ),
      }}
    />
  )
}

const freeCalls = plans.free.callsPerMonth

/** As measured in docs/performance.md. */
const slowestQueryMs = 11

/** What a visitor asks first. The price is the contract's, the date that of the registry that serves. */
function AtAGlance() {
  const { data } = useAnswer('GET /registry', {})
  const { callsPerMonth, name, price } = plans.developer
  return (
    <FactColumns
      label="At a glance"
      items={[
        {
          name: 'Who it’s for',
          value: 'Teams that build for care',
          text: 'Provider directories, scheduling, referrals, and credentialing.',
        },
        {
          name: 'How to call it',
          value: 'REST, FHIR, and MCP',
          text: 'With a TypeScript client. A program written for CMS’s NPI Registry API needs only a new base address.',
        },
        {
          name: 'How much',
          value: `Free, then ${price}`,
          text: `${freeCalls} calls a month are free. ${name} has ${numberText(callsPerMonth ?? 0)}. Enterprise is unlimited.`,
        },
        {
          name: 'How good',
          value: 'Every field has a source',
          text: 'A lookup can name the source and date of each field: NPPES, Medicare, state boards, and exclusion lists.',
        },
        {
          name: 'How fresh',
          value: data && `As of ${dayText(data.asOf)}`,
          text: 'CMS publishes a full file every month and updates every week. Each response names the file it comes from.',
        },
        {
          name: 'How fast',
          value: `${slowestQueryMs} ms for the slowest query`,
          text: 'In our benchmark: nine million providers, two cores, every match counted. Measured in the server, without the network.',
        },
      ]}
    />
  )
}

function RegistryNote() {
  const { data } = useAnswer('GET /registry', {})
  const count = (number: number | undefined) => (number === undefined ? undefined : numberText(number))
  return (
    <div className="flex flex-col gap-2">
      <Figures
        items={[
          { name: 'Doctors', value: count(data?.doctors) },
          { name: 'All clinicians', value: count(data?.individuals) },
          { name: 'Organizations', value: count(data?.organizations) },
        ]}
      />
      <p className="min-h-4.5 text-sm text-subtle">
        {data !== undefined && `As of ${dayText(data.asOf)}. `}
        {data?.isSampleData && 'Sample data (fictional).'}
      </p>
    </div>
  )
}

const javascript = `import express from 'express'

const app = express()

// GET /api/find-doctors?address=350 5th Ave, New York, NY
app.get('/api/find-doctors', async (request, response) => {
  const query = new URLSearchParams({
    address: request.query.address,
    radius: 10,
    limit: 20,
  })
  const result = await fetch(\`\${BASE_URL}/api/doctors?\${query}\`, {
    headers: { 'api-key': process.env.API_KEY },
  })
  response.status(result.status).json(await result.json())
})`

const python = `import os, requests
from flask import Flask, request

app = Flask(__name__)

# GET /api/find-doctors?address=350 5th Ave, New York, NY
@app.get("/api/find-doctors")
def find_doctors():
    response = requests.get(
        f"{BASE_URL}/api/doctors",
        params={
            "address": request.args["address"],
            "radius": 10,
            "limit": 20,
        },
        headers={"api-key": os.environ["API_KEY"]},
    )
    return response.json(), response.status_code`

const go = `// GET /api/find-doctors?address=350 5th Ave, New York, NY
func findDoctors(w http.ResponseWriter, r *http.Request) {
	query := url.Values{
		"address": {r.URL.Query().Get("address")},
		"radius":  {"10"},
		"limit":   {"20"},
	}
	call, _ := http.NewRequest("GET", baseURL+"/api/doctors?"+query.Encode(), nil)
	call.Header.Set("api-key", os.Getenv("API_KEY"))
	response, err := http.DefaultClient.Do(call)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	w.WriteHeader(response.StatusCode)
	io.Copy(w, response.Body)
}`

const nearbySamples = [
  { name: 'JavaScript', code: javascript },
  { name: 'Python', code: python },
  { name: 'Go', code: go.replaceAll('\t', '  ') },
] as const

const nearbyResponse = `{
  "doctors": [{
    "npi": 2151202076,
    "name": "Hiroshi John Lewis",
    "credentials": ["MD"],
    "specialties": ["Family medicine"],
    "phone": "+13475550151",
    "address": {
      "firstLine": "292 Misty Bluff St",
      "city": "New York", "state": "NY",
      "coords": [-74.0054, 40.7339]
    },
    "distanceMiles": 1.44
  }, /* 19 more */],
  "page": 1, "total": 212
}`
