"""The calls of the SDK's test in Python, with its standard library: first argument the server, second a key."""
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVER, KEY = sys.argv[1:3]


def call(path, **query):
    address = f"{SERVER}{path}?{urllib.parse.urlencode(query)}"
    for tries_left in (3, 2, 1, 0):
        request = urllib.request.Request(address, headers={"api-key": KEY})
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or tries_left == 0:
                return json.load(error)
            time.sleep(int(error.headers["Retry-After"]))


def each(path, members, **query):
    page, count = 1, 0
    while True:
        answer = call(path, page=page, **query)
        yield from answer[members]
        count += len(answer[members])
        if count >= answer["total"] or not answer[members]:
            return
        page += 1


doctors = list(each("/api/doctors", "doctors", state="TX", limit=25))
first = call(f"/api/doctors/{doctors[0]['npi']}")
missing = call("/api/doctors/1999999999")
print(json.dumps({"npis": [doctor["npi"] for doctor in doctors], "name": first["name"], "code": missing["code"]}))
