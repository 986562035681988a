/** From an empty account to a first event. A test runs the commands of this page (test/e2e/watch-a-roster.test.ts). */
import { testNpis } from '#contract/key-modes'
import {
  accountDeliveriesAtOnce,
  eventDays,
  webhookDeliveriesAtOnce,
  webhookDeliveriesDays,
  webhookOverlapHours,
  webhookRetryDays,
  webhookSecondsMax,
  webhooksMax,
} from '#contract/limits'
import { defaultOrigin } from '#contract/product'
import { dedented } from './dedented.ts'

const [{ npi, name } = { npi: '', name: '' }] = testNpis
const [first = '', last = ''] = name.toUpperCase().split(' ')

export function watchARoster(): string {
  return dedented(`
    # Watch a roster

    A roster is a list of providers that you want to hear about. When the registry, a board or an exclusion list changes what it says of one of them, you get an event: in the feed, and at your webhook endpoint. This page takes you from a new account to your first event in about five minutes, on a server with sample data.

    ## Make a roster

    [Sign up](/signup) and copy your key from the dashboard.

    \`\`\`
    export KEY=pdx_live_…
    \`\`\`

    Then make a roster, and keep its \`id\` from the response:

    \`\`\`
    curl -X POST "${defaultOrigin}/api/rosters" -H "api-key: $KEY" -H "Content-Type: application/json" -d '{"name": "My first roster"}'
    export ROSTER=…
    \`\`\`

    ## Add a provider

    Add providers by NPI, each with a reference of your own if you like. You can also send a CSV file, or drop it on the dashboard.

    \`\`\`
    curl -X POST "${defaultOrigin}/api/rosters/$ROSTER/members" -H "api-key: $KEY" -H "Content-Type: application/json" -d '{"add": [{"npi": "${npi}", "reference": "E-1042"}]}'
    \`\`\`

    Within seconds, each member has a state: \`active\`, \`excluded\`, \`deactivated\`, and so on.

    \`\`\`
    curl "${defaultOrigin}/api/rosters/$ROSTER/members" -H "api-key: $KEY"
    \`\`\`

    ## Add your endpoint

    On the dashboard, open [Webhooks](/home?panel=webhooks) and add the https address of your program. Copy the signing secret: it’s shown once. Press **Send test**, and the delivery appears below with your program’s response.

    Check each delivery before you use it. With the [SDK](/documentation/sdk):

    \`\`\`
    import { verifyWebhook } from '@praxidex/sdk'

    const event = await verifyWebhook({ secret, headers: request.headers, body: await request.text() })
    if (event.type === 'exclusion.added') console.log(event.npi, event.data.list)
    \`\`\`

    Any [Standard Webhooks](https://www.standardwebhooks.com) library works too. You can skip this step and read the feed instead.

    ## Make something happen

    With real data, events come by themselves: with the registry each week, and whenever a list is published. Sample data never changes, so name the provider on an exclusion list. On the machine of the server, in its folder:

    \`\`\`
    echo 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE' > UPDATED.csv
    echo '${last},${first},,,INDIVIDUAL,PHYSICIAN,,${npi},,1 MAIN ST,ALBANY,NY,12207,1128a1,20260101,00000000,00000000,' >> UPDATED.csv
    npm run sources -- load UPDATED.csv --allow-count-change
    \`\`\`

    ## Read the event

    A few seconds later it’s at your endpoint and in the feed:

    \`\`\`
    curl "${defaultOrigin}/api/events?roster=$ROSTER" -H "api-key: $KEY"
    \`\`\`

    The event has the type \`exclusion.added\`, the NPI, and the list with its date. Keep \`next\` from the response and pass it as \`after\` to read on: no event is left out. Events are kept for ${eventDays} days.

    To take the provider off the list again, run \`npm run sources -- rollback oig-leie\`.

    ## How deliveries work

    - An account can have ${webhooksMax} endpoints, each for all events or some types. Endpoints of private networks are refused.
    - The body is the event as the feed has it. \`webhook-id\` is the event’s id: if one comes twice, use it once.
    - Return a 2xx status within ${webhookSecondsMax} seconds. Otherwise we try again for ${webhookRetryDays} days, with growing pauses. Redirects aren’t followed.
    - Events about one provider arrive in order: the next one waits until the one before is delivered or given up.
    - We make up to ${webhookDeliveriesAtOnce} deliveries to an endpoint at a time, and ${accountDeliveriesAtOnce} for an account, so a slow endpoint delays no one else’s. A test, or a delivery you resend by itself, goes out at once, whatever else waits.
    - After ${webhookRetryDays} days of failures we switch the endpoint off and email you. Switch it on again on the dashboard, and resend what failed.
    - The dashboard keeps each delivery for ${webhookDeliveriesDays} days, with your program’s last response. A resent delivery has the same id and a new timestamp.
    - When you rotate the secret, deliveries are signed with both for ${webhookOverlapHours} hours. We email you when an endpoint is added, its URL changes or its secret is rotated.
  `)
}
