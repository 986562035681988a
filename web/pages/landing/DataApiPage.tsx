import { Building2, MapPin, Stethoscope } from 'lucide-react'
import { plans } from '#contract/plans'
import { useAnswer } from '../../api/queries.ts'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { Figures } from '../../ui/loading.tsx'
import { LandingPage } from './LandingPage.tsx'
import { SampleSheet } from './SampleSheet.tsx'

const points = [
  {
    icon: Stethoscope,
    title: 'Doctor Profiles',
    text: 'Credentials, specialties, practice addresses, phone numbers and patient reviews of every doctor with an NPI.',
  },
  {
    icon: MapPin,
    title: 'Location-Based Search',
    text: 'By address, city, state, ZIP code or coordinates, within up to 25 miles, nearest first, with an exact total.',
  },
  {
    icon: Building2,
    title: 'Healthcare Facilities',
    text: 'Hospitals, clinics, pharmacies and nursing facilities, and which doctors practice at their address.',
  },
] as const

export function DataApiPage() {
  return (
    <LandingPage
      title="Doctor and Medical Data API"
      sentence="Ask for doctors near an address and get them back as JSON, nearest first, from the register that every provider in the United States has to be in."
      actions={
        <>
          <EntranceLink look="primary" />
          <LinkButton to="/documentation" look="plain">
            View Documentation
          </LinkButton>
        </>
      }
      note={<RegistryNote />}
      exhibit={
        <SampleSheet
          label="A route that finds nearby doctors"
          samples={nearbySamples}
          status="200 OK · GET /api/find-doctors"
          answer={nearbyAnswer}
        />
      }
      pointsTitle="What you can ask for"
      points={points}
      closing={{
        title: 'One key, one header, one answer',
        sentence: `An account takes a minute and comes with its key. The free plan has ${plans.free.callsPerMonth} calls a month.`,
        actions: (
          <>
            <LinkButton to="/documentation">View API Documentation</LinkButton>
            <EntranceLink />
          </>
        ),
      }}
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
        {data?.isSampleData && 'This server shows sample data: its providers are invented.'}
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
  const answer = await fetch(\`\${BASE_URL}/api/doctors?\${query}\`, {
    headers: { 'api-key': process.env.API_KEY },
  })
  response.status(answer.status).json(await answer.json())
})`

const python = `import os, requests
from flask import Flask, request

app = Flask(__name__)

# GET /api/find-doctors?address=350 5th Ave, New York, NY
@app.get("/api/find-doctors")
def find_doctors():
    answer = requests.get(
        f"{BASE_URL}/api/doctors",
        params={
            "address": request.args["address"],
            "radius": 10,
            "limit": 20,
        },
        headers={"api-key": os.environ["API_KEY"]},
    )
    return answer.json(), answer.status_code`

const go = `// GET /api/find-doctors?address=350 5th Ave, New York, NY
func findDoctors(w http.ResponseWriter, r *http.Request) {
	query := url.Values{
		"address": {r.URL.Query().Get("address")},
		"radius":  {"10"},
		"limit":   {"20"},
	}
	call, _ := http.NewRequest("GET", baseURL+"/api/doctors?"+query.Encode(), nil)
	call.Header.Set("api-key", os.Getenv("API_KEY"))
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	w.WriteHeader(answer.StatusCode)
	io.Copy(w, answer.Body)
}`

const nearbySamples = [
  { name: 'JavaScript', code: javascript },
  { name: 'Python', code: python },
  { name: 'Go', code: go.replaceAll('\t', '  ') },
] as const

const nearbyAnswer = `{
  "doctors": [{
    "npi": 2151202076,
    "name": "Hiroshi John Lewis",
    "credentials": ["MD"],
    "specialties": ["Interventional cardiology"],
    "phone": "+13475550151",
    "address": {
      "firstLine": "292 Misty Bluff St",
      "city": "New York", "state": "NY",
      "coords": [-74.0054, 40.7339]
    },
    "distanceMiles": 1.44
  }],
  "page": 1, "total": 212
}`
