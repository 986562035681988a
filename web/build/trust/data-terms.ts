/** The page on the data: each source, and what may be done with what comes from it. */
import { productName } from '#contract/product'
import { lists } from '#server/sources/lists'
import type { TextBlock } from '../../pages/documentation/documentation.ts'
import { textBlocksOf } from '../documentation/blocks.ts'
import { dedented } from '../documentation/dedented.ts'

export function dataTerms(): TextBlock[] {
  const kinds = { license: 'Licenses', exclusion: 'Exclusions', medicare: 'Medicare' }
  const tables = Object.entries(kinds).map(([kind, title]) => {
    const rows = lists
      .filter((list) => list.kind === kind)
      .map((list) => {
        const terms =
          list.consent === undefined ? list.terms : `${list.terms} Loaded only if the operator agreed to them.`
        return `| [${list.title}](${list.page}) | ${terms} |`
      })
    return `### ${title}\n\n| List | Terms |\n|---|---|\n${rows.join('\n')}`
  })
  return textBlocksOf(`${general()}\n${tables.join('\n\n')}\n`)
}

function general(): string {
  return dedented(`
    ## Providers

    | Source | What it is | What you may do |
    |---|---|---|
    | [NPPES](https://download.cms.gov/nppes/NPI_Files.html) (CMS) | Names, addresses, taxonomies and license numbers of everyone with an NPI | A public record of the United States. Use, copy and publish it freely. |
    | CMS taxonomy crosswalk | Descriptions of specialties | A public record of the United States. |
    | [NUCC](https://www.nucc.org) taxonomy | Codes of specialties, and their labels if the operator loaded NUCC's table | The codes are part of NPPES. The table is copyrighted by the American Medical Association: don't extract its labels from responses to publish or sell as a list without its license. |
    | CMS hospital and facility files | Ratings and kinds of facilities | A work of the United States government, in the public domain. |
    | [GeoNames](https://www.geonames.org) | Locations of cities | [Creative Commons Attribution 4.0](https://creativecommons.org/licenses/by/4.0/): credit GeoNames if you publish them. |
    | U.S. Census Bureau, U.S. Postal Service | Locations of ZIP codes | Public data. |

    NPPES has what providers reported about themselves. CMS doesn't check the licenses in it, and we show them as reported. If we checked a board's list, the response names the list and its date.

    Reviews come from the operator of this server, who sets their terms.

    ## Credentials

    Verifications and images belong to the clinician who submitted them. Use a shared credential only for the purpose it was shared for.

    ## Lists of primary sources

    ${productName} can read these lists; the [status page](/status) says which ones are loaded here, and their dates. Even public records can restrict some uses: follow the publisher's terms, on the page each list links to. Confirm a finding about a person with its publisher before you act on it.
  `)
}
