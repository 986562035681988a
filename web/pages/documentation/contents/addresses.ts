import { outlineOf } from '../../../build/documentation/documented.ts'
import { titleInDocs } from '../documentation.ts'

/** Every address of the documentation with its title; worked out when the web app is built. */
export const addresses = [
  ...outlineOf().guides.map(({ address, title }) => ({ path: address, title: titleInDocs(title) })),
  ...outlineOf().groups.flatMap((group) => [
    { path: group.address, title: titleInDocs(group.title) },
    ...group.endpoints.map(({ address, summary }) => ({ path: address, title: titleInDocs(summary) })),
  ]),
]
