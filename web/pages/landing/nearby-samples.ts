/** The sample of the landing page: a server route that finds nearby doctors, in three languages, and what it answers. */

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

export const nearbySamples = [
  { name: 'JavaScript', code: javascript },
  { name: 'Python', code: python },
  { name: 'Go', code: go.replaceAll('\t', '  ') },
] as const

export const nearbyAnswer = `{
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
